/** Invariant: HTML in the source stays text, and links lead to http, https, mail or this site. */
import MarkdownIt from 'markdown-it';
import { unbroken } from './unbroken.ts';

export const markdown = new MarkdownIt({ html: false, linkify: false, typographer: true });

export const parseMarkdown = (text: string) => markdown.parse(unbroken(text), {});
