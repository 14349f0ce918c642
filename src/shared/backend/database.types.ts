// Generated from the schema by `npm run db:change`: never edited by hand.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      addresses: {
        Row: {
          city: string;
          country: string;
          created_at: string;
          id: string;
          is_default: boolean;
          label: string;
          line1: string;
          line2: string;
          name: string;
          phone: string;
          postcode: string;
          region: string;
          updated_at: string;
          user_id: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          city: string;
          country: string;
          created_at?: string;
          id?: string;
          is_default?: boolean;
          label?: string;
          line1: string;
          line2?: string;
          name: string;
          phone?: string;
          postcode?: string;
          region?: string;
          updated_at?: string;
          user_id?: string;
          version?: number;
        };
        Update: {
          city?: string;
          country?: string;
          created_at?: string;
          id?: string;
          is_default?: boolean;
          label?: string;
          line1?: string;
          line2?: string;
          name?: string;
          phone?: string;
          postcode?: string;
          region?: string;
          updated_at?: string;
          user_id?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'addresses_country_fkey';
            columns: ['country'];
            isOneToOne: false;
            referencedRelation: 'countries';
            referencedColumns: ['code'];
          },
        ];
      };
      analytics_events: {
        Row: {
          device_id: string | null;
          happened_at: string;
          id: string;
          insert_id: string;
          name: string;
          properties: Record<string, unknown>;
          received_at: string;
          session_id: number | null;
        };
        ComputedFields: never;
        Insert: {
          device_id?: string | null;
          happened_at: string;
          id?: string;
          insert_id: string;
          name: string;
          properties?: NonNullable<Json>;
          received_at?: string;
          session_id?: number | null;
        };
        Update: {
          device_id?: string | null;
          happened_at?: string;
          id?: string;
          insert_id?: string;
          name?: string;
          properties?: NonNullable<Json>;
          received_at?: string;
          session_id?: number | null;
        };
        Relationships: [];
      };
      audit_log: {
        Row: {
          action: string;
          actor_id: string | null;
          actor_role: string;
          after: Record<string, unknown> | null;
          at: string;
          before: Record<string, unknown> | null;
          id: number;
          row_id: string | null;
          table_name: string;
        };
        ComputedFields: never;
        Insert: {
          action: string;
          actor_id?: string | null;
          actor_role: string;
          after?: Json | null;
          at?: string;
          before?: Json | null;
          id?: never;
          row_id?: string | null;
          table_name: string;
        };
        Update: {
          action?: string;
          actor_id?: string | null;
          actor_role?: string;
          after?: Json | null;
          at?: string;
          before?: Json | null;
          id?: never;
          row_id?: string | null;
          table_name?: string;
        };
        Relationships: [];
      };
      bank_accounts: {
        Row: {
          bank: string;
          bic: string;
          created_at: string;
          currency: string;
          holder: string;
          iban: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          bank: string;
          bic: string;
          created_at?: string;
          currency: string;
          holder: string;
          iban: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          bank?: string;
          bic?: string;
          created_at?: string;
          currency?: string;
          holder?: string;
          iban?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      bank_entries: {
        Row: {
          account: string;
          amount_minor: number;
          bank_reference: string;
          booked_on: string;
          currency: string;
          id: string;
          identity: string;
          message: string;
          note: string;
          payer: string;
          settled_at: string | null;
          settled_by: string | null;
          statement_id: string;
          status: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          account: string;
          amount_minor: number;
          bank_reference?: string;
          booked_on: string;
          currency: string;
          id?: string;
          identity: string;
          message?: string;
          note?: string;
          payer?: string;
          settled_at?: string | null;
          settled_by?: string | null;
          statement_id: string;
          status: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          account?: string;
          amount_minor?: number;
          bank_reference?: string;
          booked_on?: string;
          currency?: string;
          id?: string;
          identity?: string;
          message?: string;
          note?: string;
          payer?: string;
          settled_at?: string | null;
          settled_by?: string | null;
          statement_id?: string;
          status?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'bank_entries_statement_id_fkey';
            columns: ['statement_id'];
            isOneToOne: false;
            referencedRelation: 'bank_statements';
            referencedColumns: ['id'];
          },
        ];
      };
      bank_entry_payments: {
        Row: {
          entry_id: string;
          payment_id: string;
        };
        ComputedFields: never;
        Insert: {
          entry_id: string;
          payment_id: string;
        };
        Update: {
          entry_id?: string;
          payment_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'bank_entry_payments_entry_id_fkey';
            columns: ['entry_id'];
            isOneToOne: false;
            referencedRelation: 'bank_entries';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bank_entry_payments_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: true;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
        ];
      };
      bank_files: {
        Row: {
          currency: string;
          execute_on: string;
          iban: string;
          id: string;
          made_at: string;
          made_by: string | null;
          message_id: string;
          payments: number;
          reason: string;
          settled_at: string | null;
          settled_by: string | null;
          status: string;
          total_minor: number;
        };
        ComputedFields: never;
        Insert: {
          currency?: string;
          execute_on: string;
          iban: string;
          id: string;
          made_at?: string;
          made_by?: string | null;
          message_id: string;
          payments: number;
          reason?: string;
          settled_at?: string | null;
          settled_by?: string | null;
          status?: string;
          total_minor: number;
        };
        Update: {
          currency?: string;
          execute_on?: string;
          iban?: string;
          id?: string;
          made_at?: string;
          made_by?: string | null;
          message_id?: string;
          payments?: number;
          reason?: string;
          settled_at?: string | null;
          settled_by?: string | null;
          status?: string;
          total_minor?: number;
        };
        Relationships: [];
      };
      bank_refunds: {
        Row: {
          account_end: string;
          amount_minor: number;
          created_at: string;
          currency: string;
          file_id: string | null;
          order_id: string;
          reference: string;
          refund_id: string;
          sent_at: string | null;
          sent_by: string | null;
          status: string;
        };
        ComputedFields: never;
        Insert: {
          account_end?: string;
          amount_minor: number;
          created_at?: string;
          currency: string;
          file_id?: string | null;
          order_id: string;
          reference: string;
          refund_id: string;
          sent_at?: string | null;
          sent_by?: string | null;
          status?: never;
        };
        Update: {
          account_end?: string;
          amount_minor?: number;
          created_at?: string;
          currency?: string;
          file_id?: string | null;
          order_id?: string;
          reference?: string;
          refund_id?: string;
          sent_at?: string | null;
          sent_by?: string | null;
          status?: never;
        };
        Relationships: [
          {
            foreignKeyName: 'bank_refunds_file_id_fkey';
            columns: ['file_id'];
            isOneToOne: false;
            referencedRelation: 'bank_files';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bank_refunds_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'order_records';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bank_refunds_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bank_refunds_refund_id_fkey';
            columns: ['refund_id'];
            isOneToOne: true;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
        ];
      };
      bank_statements: {
        Row: {
          account: string;
          columns: Record<string, number[]>;
          file_name: string;
          first_on: string;
          format: string;
          header: string;
          id: string;
          last_on: string;
          payments: number;
          read_at: string;
          read_by: string | null;
        };
        ComputedFields: never;
        Insert: {
          account: string;
          columns?: NonNullable<Json>;
          file_name: string;
          first_on: string;
          format: string;
          header?: string;
          id: string;
          last_on: string;
          payments: number;
          read_at?: string;
          read_by?: string | null;
        };
        Update: {
          account?: string;
          columns?: NonNullable<Json>;
          file_name?: string;
          first_on?: string;
          format?: string;
          header?: string;
          id?: string;
          last_on?: string;
          payments?: number;
          read_at?: string;
          read_by?: string | null;
        };
        Relationships: [];
      };
      batch_kits: {
        Row: {
          batch_id: string;
          capacity: number | null;
          dropped_at: string | null;
          id: string;
          moq: number;
          ordered_count: number;
          position: number;
          settled_count: number | null;
          variant_id: string;
          waiting_count: number;
        };
        ComputedFields: never;
        Insert: {
          batch_id: string;
          capacity?: number | null;
          dropped_at?: string | null;
          id?: string;
          moq: number;
          ordered_count?: number;
          position?: number;
          settled_count?: number | null;
          variant_id: string;
          waiting_count?: number;
        };
        Update: {
          batch_id?: string;
          capacity?: number | null;
          dropped_at?: string | null;
          id?: string;
          moq?: number;
          ordered_count?: number;
          position?: number;
          settled_count?: number | null;
          variant_id?: string;
          waiting_count?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'batch_kits_batch_id_fkey';
            columns: ['batch_id'];
            isOneToOne: false;
            referencedRelation: 'availability';
            referencedColumns: ['batch_id'];
          },
          {
            foreignKeyName: 'batch_kits_batch_id_fkey';
            columns: ['batch_id'];
            isOneToOne: false;
            referencedRelation: 'batches';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'batch_kits_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: false;
            referencedRelation: 'availability';
            referencedColumns: ['variant_id'];
          },
          {
            foreignKeyName: 'batch_kits_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: false;
            referencedRelation: 'variants';
            referencedColumns: ['id'];
          },
        ];
      };
      batch_price_tiers: {
        Row: {
          batch_kit_id: string;
          currency: string;
          from_count: number;
          price_minor: number;
        };
        ComputedFields: never;
        Insert: {
          batch_kit_id: string;
          currency?: string;
          from_count: number;
          price_minor: number;
        };
        Update: {
          batch_kit_id?: string;
          currency?: string;
          from_count?: number;
          price_minor?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'batch_price_tiers_batch_kit_id_fkey';
            columns: ['batch_kit_id'];
            isOneToOne: false;
            referencedRelation: 'batch_kits';
            referencedColumns: ['id'];
          },
        ];
      };
      batch_stage_history: {
        Row: {
          batch_id: string;
          entered_at: string;
          id: number;
          stage: Database['public']['Enums']['batch_stage'];
        };
        ComputedFields: never;
        Insert: {
          batch_id: string;
          entered_at?: string;
          id?: never;
          stage: Database['public']['Enums']['batch_stage'];
        };
        Update: {
          batch_id?: string;
          entered_at?: string;
          id?: never;
          stage?: Database['public']['Enums']['batch_stage'];
        };
        Relationships: [
          {
            foreignKeyName: 'batch_stage_history_batch_id_fkey';
            columns: ['batch_id'];
            isOneToOne: false;
            referencedRelation: 'availability';
            referencedColumns: ['batch_id'];
          },
          {
            foreignKeyName: 'batch_stage_history_batch_id_fkey';
            columns: ['batch_id'];
            isOneToOne: false;
            referencedRelation: 'batches';
            referencedColumns: ['id'];
          },
        ];
      };
      batches: {
        Row: {
          cancel_until: string | null;
          change_address_until: string | null;
          change_options_until: string | null;
          closes_at: string | null;
          code: string;
          created_at: string;
          eta: string | null;
          eta_precision: string;
          id: string;
          note: string;
          number: number;
          opens_at: string | null;
          original_eta: string | null;
          product_id: string;
          settled_at: string | null;
          shipped_on: string | null;
          stage: Database['public']['Enums']['batch_stage'];
          title: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          cancel_until?: string | null;
          change_address_until?: string | null;
          change_options_until?: string | null;
          closes_at?: string | null;
          code: string;
          created_at?: string;
          eta?: string | null;
          eta_precision?: string;
          id?: string;
          note?: string;
          number?: number;
          opens_at?: string | null;
          original_eta?: string | null;
          product_id: string;
          settled_at?: string | null;
          shipped_on?: string | null;
          stage?: Database['public']['Enums']['batch_stage'];
          title: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          cancel_until?: string | null;
          change_address_until?: string | null;
          change_options_until?: string | null;
          closes_at?: string | null;
          code?: string;
          created_at?: string;
          eta?: string | null;
          eta_precision?: string;
          id?: string;
          note?: string;
          number?: number;
          opens_at?: string | null;
          original_eta?: string | null;
          product_id?: string;
          settled_at?: string | null;
          shipped_on?: string | null;
          stage?: Database['public']['Enums']['batch_stage'];
          title?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'batches_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      check_runs: {
        Row: {
          at: string;
          faults: number;
          groups: string[];
          id: number;
          role: string;
          warnings: number;
        };
        ComputedFields: never;
        Insert: {
          at?: string;
          faults: number;
          groups?: string[];
          id?: never;
          role: string;
          warnings: number;
        };
        Update: {
          at?: string;
          faults?: number;
          groups?: string[];
          id?: never;
          role?: string;
          warnings?: number;
        };
        Relationships: [];
      };
      colorways: {
        Row: {
          can_be_ordered: boolean;
          code: string;
          colour: string;
          colour_family: string;
          commissioned: number;
          created_at: string;
          credit: string;
          edition_size: number | null;
          finish: string;
          given_away: number;
          id: string;
          name: string;
          note: string;
          palette_id: string | null;
          physical_code: string;
          position: number;
          product_id: string | null;
          released_on: string | null;
          sale: string | null;
          status: Database['public']['Enums']['colorway_status'];
          stem: string | null;
          updated_at: string;
          variant_id: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          can_be_ordered?: boolean;
          code: string;
          colour: string;
          colour_family: string;
          commissioned?: number;
          created_at?: string;
          credit?: string;
          edition_size?: number | null;
          finish?: string;
          given_away?: number;
          id?: string;
          name: string;
          note?: string;
          palette_id?: string | null;
          physical_code?: string;
          position?: number;
          product_id?: string | null;
          released_on?: string | null;
          sale?: string | null;
          status?: Database['public']['Enums']['colorway_status'];
          stem?: string | null;
          updated_at?: string;
          variant_id?: string | null;
          version?: number;
        };
        Update: {
          can_be_ordered?: boolean;
          code?: string;
          colour?: string;
          colour_family?: string;
          commissioned?: number;
          created_at?: string;
          credit?: string;
          edition_size?: number | null;
          finish?: string;
          given_away?: number;
          id?: string;
          name?: string;
          note?: string;
          palette_id?: string | null;
          physical_code?: string;
          position?: number;
          product_id?: string | null;
          released_on?: string | null;
          sale?: string | null;
          status?: Database['public']['Enums']['colorway_status'];
          stem?: string | null;
          updated_at?: string;
          variant_id?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'colorways_palette_id_fkey';
            columns: ['palette_id'];
            isOneToOne: false;
            referencedRelation: 'palettes';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'colorways_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'colorways_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: true;
            referencedRelation: 'availability';
            referencedColumns: ['variant_id'];
          },
          {
            foreignKeyName: 'colorways_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: true;
            referencedRelation: 'variants';
            referencedColumns: ['id'];
          },
        ];
      };
      colour_samples: {
        Row: {
          colorway_id: string;
          created_at: string;
          decided_on: string | null;
          id: string;
          note: string;
          ordered_on: string;
          photo_path: string | null;
          received_on: string | null;
          stage: string;
          supplier: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          colorway_id: string;
          created_at?: string;
          decided_on?: string | null;
          id?: string;
          note?: string;
          ordered_on?: string;
          photo_path?: string | null;
          received_on?: string | null;
          stage?: string;
          supplier?: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          colorway_id?: string;
          created_at?: string;
          decided_on?: string | null;
          id?: string;
          note?: string;
          ordered_on?: string;
          photo_path?: string | null;
          received_on?: string | null;
          stage?: string;
          supplier?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'colour_samples_colorway_id_fkey';
            columns: ['colorway_id'];
            isOneToOne: false;
            referencedRelation: 'colorways';
            referencedColumns: ['id'];
          },
        ];
      };
      colour_stock: {
        Row: {
          colorway_id: string;
          created_at: string;
          grams: number;
          id: string;
          note: string;
          updated_at: string;
          version: number;
          warn_below: number;
        };
        ComputedFields: never;
        Insert: {
          colorway_id: string;
          created_at?: string;
          grams: number;
          id?: string;
          note?: string;
          updated_at?: string;
          version?: number;
          warn_below?: number;
        };
        Update: {
          colorway_id?: string;
          created_at?: string;
          grams?: number;
          id?: string;
          note?: string;
          updated_at?: string;
          version?: number;
          warn_below?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'colour_stock_colorway_id_fkey';
            columns: ['colorway_id'];
            isOneToOne: true;
            referencedRelation: 'colorways';
            referencedColumns: ['id'];
          },
        ];
      };
      countries: {
        Row: {
          code: string;
          created_at: string;
          currency: string;
          duties_note: string;
          duties_payer: string;
          in_eu: boolean;
          name: string;
          not_shipped_reason: string;
          postcode_label: string;
          postcode_pattern: string;
          region_label: string;
          ships: boolean;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          code: string;
          created_at?: string;
          currency: string;
          duties_note?: string;
          duties_payer: string;
          in_eu?: boolean;
          name: string;
          not_shipped_reason?: string;
          postcode_label?: string;
          postcode_pattern?: string;
          region_label?: string;
          ships?: boolean;
          updated_at?: string;
          version?: number;
        };
        Update: {
          code?: string;
          created_at?: string;
          currency?: string;
          duties_note?: string;
          duties_payer?: string;
          in_eu?: boolean;
          name?: string;
          not_shipped_reason?: string;
          postcode_label?: string;
          postcode_pattern?: string;
          region_label?: string;
          ships?: boolean;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      country_restrictions: {
        Row: {
          country_code: string;
          created_at: string;
          reason: string;
          shipping_tag: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          country_code: string;
          created_at?: string;
          reason: string;
          shipping_tag: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          country_code?: string;
          created_at?: string;
          reason?: string;
          shipping_tag?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'country_restrictions_country_code_fkey';
            columns: ['country_code'];
            isOneToOne: false;
            referencedRelation: 'countries';
            referencedColumns: ['code'];
          },
        ];
      };
      currency_rates: {
        Row: {
          code: string;
          created_at: string;
          is_shown: boolean;
          name: string;
          per_euro: number;
          position: number;
          rated_on: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          code: string;
          created_at?: string;
          is_shown?: boolean;
          name: string;
          per_euro: number;
          position?: number;
          rated_on: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          code?: string;
          created_at?: string;
          is_shown?: boolean;
          name?: string;
          per_euro?: number;
          position?: number;
          rated_on?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      customer_notes: {
        Row: {
          author_id: string | null;
          created_at: string;
          customer_id: string;
          id: string;
          text: string;
        };
        ComputedFields: never;
        Insert: {
          author_id?: string | null;
          created_at?: string;
          customer_id: string;
          id?: string;
          text: string;
        };
        Update: {
          author_id?: string | null;
          created_at?: string;
          customer_id?: string;
          id?: string;
          text?: string;
        };
        Relationships: [];
      };
      design_kits: {
        Row: {
          created_at: string;
          most_caps: number;
          updated_at: string;
          variant_id: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          most_caps: number;
          updated_at?: string;
          variant_id: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          most_caps?: number;
          updated_at?: string;
          variant_id?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'design_kits_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: true;
            referencedRelation: 'availability';
            referencedColumns: ['variant_id'];
          },
          {
            foreignKeyName: 'design_kits_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: true;
            referencedRelation: 'variants';
            referencedColumns: ['id'];
          },
        ];
      };
      design_likes: {
        Row: {
          design_id: string;
          liked_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          design_id: string;
          liked_at?: string;
          user_id: string;
        };
        Update: {
          design_id?: string;
          liked_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'design_likes_design_id_fkey';
            columns: ['design_id'];
            isOneToOne: false;
            referencedRelation: 'designs';
            referencedColumns: ['id'];
          },
        ];
      };
      design_offers: {
        Row: {
          created_at: string;
          id: string;
          palette_id: string;
          product_id: string;
          updated_at: string;
          version: number;
          zone: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          palette_id: string;
          product_id: string;
          updated_at?: string;
          version?: number;
          zone: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          palette_id?: string;
          product_id?: string;
          updated_at?: string;
          version?: number;
          zone?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'design_offers_palette_id_fkey';
            columns: ['palette_id'];
            isOneToOne: false;
            referencedRelation: 'palettes';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'design_offers_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      design_reports: {
        Row: {
          answered_at: string | null;
          design_id: string;
          id: string;
          reason: string;
          reported_at: string;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          answered_at?: string | null;
          design_id: string;
          id?: string;
          reason: string;
          reported_at?: string;
          user_id?: string | null;
        };
        Update: {
          answered_at?: string | null;
          design_id?: string;
          id?: string;
          reason?: string;
          reported_at?: string;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'design_reports_design_id_fkey';
            columns: ['design_id'];
            isOneToOne: false;
            referencedRelation: 'designs';
            referencedColumns: ['id'];
          },
        ];
      };
      designs: {
        Row: {
          code: string;
          colour_families: string[];
          created_at: string;
          design: Record<string, unknown>;
          forked_from: string | null;
          hidden_at: string | null;
          id: string;
          layout: string;
          like_count: number;
          name: string;
          owner_id: string | null;
          updated_at: string;
          version: number;
          visibility: Database['public']['Enums']['design_visibility'];
        };
        ComputedFields: never;
        Insert: {
          code?: string;
          colour_families?: string[];
          created_at?: string;
          design: NonNullable<Json>;
          forked_from?: string | null;
          hidden_at?: string | null;
          id?: string;
          layout: string;
          like_count?: number;
          name: string;
          owner_id?: string | null;
          updated_at?: string;
          version?: number;
          visibility?: Database['public']['Enums']['design_visibility'];
        };
        Update: {
          code?: string;
          colour_families?: string[];
          created_at?: string;
          design?: NonNullable<Json>;
          forked_from?: string | null;
          hidden_at?: string | null;
          id?: string;
          layout?: string;
          like_count?: number;
          name?: string;
          owner_id?: string | null;
          updated_at?: string;
          version?: number;
          visibility?: Database['public']['Enums']['design_visibility'];
        };
        Relationships: [
          {
            foreignKeyName: 'designs_forked_from_fkey';
            columns: ['forked_from'];
            isOneToOne: false;
            referencedRelation: 'designs';
            referencedColumns: ['id'];
          },
        ];
      };
      desk_views: {
        Row: {
          author: string;
          created_at: string;
          desk: string;
          id: string;
          is_shared: boolean;
          list: string;
          name: string;
          owner_id: string;
          search: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          author?: string;
          created_at?: string;
          desk: string;
          id?: string;
          is_shared?: boolean;
          list: string;
          name: string;
          owner_id?: string;
          search: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          author?: string;
          created_at?: string;
          desk?: string;
          id?: string;
          is_shared?: boolean;
          list?: string;
          name?: string;
          owner_id?: string;
          search?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      discount_codes: {
        Row: {
          amount_minor: number | null;
          code: string;
          created_at: string;
          currency: string;
          id: string;
          is_combinable: boolean;
          minimum_minor: number;
          most_per_customer: number | null;
          most_uses: number | null;
          percent: number | null;
          title: string;
          updated_at: string;
          used_count: number;
          valid_from: string;
          valid_to: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          amount_minor?: number | null;
          code: string;
          created_at?: string;
          currency?: string;
          id?: string;
          is_combinable?: boolean;
          minimum_minor?: number;
          most_per_customer?: number | null;
          most_uses?: number | null;
          percent?: number | null;
          title: string;
          updated_at?: string;
          used_count?: number;
          valid_from?: string;
          valid_to?: string | null;
          version?: number;
        };
        Update: {
          amount_minor?: number | null;
          code?: string;
          created_at?: string;
          currency?: string;
          id?: string;
          is_combinable?: boolean;
          minimum_minor?: number;
          most_per_customer?: number | null;
          most_uses?: number | null;
          percent?: number | null;
          title?: string;
          updated_at?: string;
          used_count?: number;
          valid_from?: string;
          valid_to?: string | null;
          version?: number;
        };
        Relationships: [];
      };
      documents: {
        Row: {
          currency: string;
          hash: string;
          id: string;
          issued_at: string;
          issued_on: string;
          kind: string;
          net_minor: number;
          number: string;
          order_id: string;
          position: number;
          seller_code: string;
          tax_minor: number;
          total_minor: number;
        };
        ComputedFields: never;
        Insert: {
          currency: string;
          hash: string;
          id?: string;
          issued_at?: string;
          issued_on: string;
          kind: string;
          net_minor: number;
          number: string;
          order_id: string;
          position: number;
          seller_code: string;
          tax_minor: number;
          total_minor: number;
        };
        Update: {
          currency?: string;
          hash?: string;
          id?: string;
          issued_at?: string;
          issued_on?: string;
          kind?: string;
          net_minor?: number;
          number?: string;
          order_id?: string;
          position?: number;
          seller_code?: string;
          tax_minor?: number;
          total_minor?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'documents_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'order_records';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'documents_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      faq_entries: {
        Row: {
          answer: string;
          code: string;
          created_at: string;
          group_id: string;
          id: string;
          position: number;
          question: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          answer: string;
          code: string;
          created_at?: string;
          group_id: string;
          id?: string;
          position?: number;
          question: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          answer?: string;
          code?: string;
          created_at?: string;
          group_id?: string;
          id?: string;
          position?: number;
          question?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'faq_entries_group_id_fkey';
            columns: ['group_id'];
            isOneToOne: false;
            referencedRelation: 'faq_groups';
            referencedColumns: ['id'];
          },
        ];
      };
      faq_groups: {
        Row: {
          code: string;
          created_at: string;
          id: string;
          position: number;
          title: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          code: string;
          created_at?: string;
          id?: string;
          position?: number;
          title: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          code?: string;
          created_at?: string;
          id?: string;
          position?: number;
          title?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      legal_sections: {
        Row: {
          body: string;
          code: string;
          id: string;
          plain: string;
          position: number;
          title: string;
          version_id: string;
        };
        ComputedFields: never;
        Insert: {
          body: string;
          code: string;
          id?: string;
          plain: string;
          position?: number;
          title: string;
          version_id: string;
        };
        Update: {
          body?: string;
          code?: string;
          id?: string;
          plain?: string;
          position?: number;
          title?: string;
          version_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'legal_sections_version_id_fkey';
            columns: ['version_id'];
            isOneToOne: false;
            referencedRelation: 'legal_versions';
            referencedColumns: ['id'];
          },
        ];
      };
      legal_versions: {
        Row: {
          changes: string;
          created_at: string;
          document: string;
          effective_at: string;
          id: string;
          number: number;
          publish_at: string;
        };
        ComputedFields: never;
        Insert: {
          changes: string;
          created_at?: string;
          document: string;
          effective_at: string;
          id?: string;
          number: number;
          publish_at: string;
        };
        Update: {
          changes?: string;
          created_at?: string;
          document?: string;
          effective_at?: string;
          id?: string;
          number?: number;
          publish_at?: string;
        };
        Relationships: [];
      };
      list_choices: {
        Row: {
          editions: number | null;
          id: string;
          list_id: string;
          position: number;
          variant_id: string;
        };
        ComputedFields: never;
        Insert: {
          editions?: number | null;
          id?: string;
          list_id: string;
          position?: number;
          variant_id: string;
        };
        Update: {
          editions?: number | null;
          id?: string;
          list_id?: string;
          position?: number;
          variant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'list_choices_list_id_fkey';
            columns: ['list_id'];
            isOneToOne: false;
            referencedRelation: 'availability';
            referencedColumns: ['list_id'];
          },
          {
            foreignKeyName: 'list_choices_list_id_fkey';
            columns: ['list_id'];
            isOneToOne: false;
            referencedRelation: 'lists';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'list_choices_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: false;
            referencedRelation: 'availability';
            referencedColumns: ['variant_id'];
          },
          {
            foreignKeyName: 'list_choices_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: false;
            referencedRelation: 'variants';
            referencedColumns: ['id'];
          },
        ];
      };
      list_entries: {
        Row: {
          answers: string[];
          choices: string[];
          comment: string;
          entered_at: string;
          id: string;
          language: string;
          list_id: string;
          max_wins: number;
          user_id: string | null;
          withdrawn_at: string | null;
        };
        ComputedFields: never;
        Insert: {
          answers?: string[];
          choices?: string[];
          comment?: string;
          entered_at?: string;
          id?: string;
          language?: string;
          list_id: string;
          max_wins?: number;
          user_id?: string | null;
          withdrawn_at?: string | null;
        };
        Update: {
          answers?: string[];
          choices?: string[];
          comment?: string;
          entered_at?: string;
          id?: string;
          language?: string;
          list_id?: string;
          max_wins?: number;
          user_id?: string | null;
          withdrawn_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'list_entries_list_id_fkey';
            columns: ['list_id'];
            isOneToOne: false;
            referencedRelation: 'availability';
            referencedColumns: ['list_id'];
          },
          {
            foreignKeyName: 'list_entries_list_id_fkey';
            columns: ['list_id'];
            isOneToOne: false;
            referencedRelation: 'lists';
            referencedColumns: ['id'];
          },
        ];
      };
      lists: {
        Row: {
          beacon_round: number | null;
          capacity: number | null;
          closes_at: string | null;
          created_at: string;
          drawn_at: string | null;
          entries_hash: string | null;
          entry_count: number;
          entry_ids: string[] | null;
          frozen_at: string | null;
          id: string;
          kind: Database['public']['Enums']['list_kind'];
          last_offered_rank: number | null;
          max_wins: number;
          offer_hours: number;
          offer_round: number;
          opens_at: string | null;
          pay_within_hours: number;
          product_id: string | null;
          randomness: string | null;
          ranking: string[] | null;
          released: number;
          rules: string;
          signature: string | null;
          status: Database['public']['Enums']['list_status'];
          title: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          beacon_round?: number | null;
          capacity?: number | null;
          closes_at?: string | null;
          created_at?: string;
          drawn_at?: string | null;
          entries_hash?: string | null;
          entry_count?: number;
          entry_ids?: string[] | null;
          frozen_at?: string | null;
          id?: string;
          kind: Database['public']['Enums']['list_kind'];
          last_offered_rank?: number | null;
          max_wins?: number;
          offer_hours?: number;
          offer_round?: number;
          opens_at?: string | null;
          pay_within_hours?: number;
          product_id?: string | null;
          randomness?: string | null;
          ranking?: string[] | null;
          released?: number;
          rules?: string;
          signature?: string | null;
          status?: Database['public']['Enums']['list_status'];
          title: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          beacon_round?: number | null;
          capacity?: number | null;
          closes_at?: string | null;
          created_at?: string;
          drawn_at?: string | null;
          entries_hash?: string | null;
          entry_count?: number;
          entry_ids?: string[] | null;
          frozen_at?: string | null;
          id?: string;
          kind?: Database['public']['Enums']['list_kind'];
          last_offered_rank?: number | null;
          max_wins?: number;
          offer_hours?: number;
          offer_round?: number;
          opens_at?: string | null;
          pay_within_hours?: number;
          product_id?: string | null;
          randomness?: string | null;
          ranking?: string[] | null;
          released?: number;
          rules?: string;
          signature?: string | null;
          status?: Database['public']['Enums']['list_status'];
          title?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'lists_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      makers: {
        Row: {
          bio: string;
          code: string;
          country_code: string | null;
          created_at: string;
          electronic_address: string;
          id: string;
          legal_name: string;
          name: string;
          position: number;
          postal_address: string;
          responsible_electronic_address: string;
          responsible_name: string;
          responsible_postal_address: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          bio?: string;
          code: string;
          country_code?: string | null;
          created_at?: string;
          electronic_address?: string;
          id?: string;
          legal_name?: string;
          name: string;
          position?: number;
          postal_address?: string;
          responsible_electronic_address?: string;
          responsible_name?: string;
          responsible_postal_address?: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          bio?: string;
          code?: string;
          country_code?: string | null;
          created_at?: string;
          electronic_address?: string;
          id?: string;
          legal_name?: string;
          name?: string;
          position?: number;
          postal_address?: string;
          responsible_electronic_address?: string;
          responsible_name?: string;
          responsible_postal_address?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      notification_choices: {
        Row: {
          channel: string;
          is_wanted: boolean;
          topic: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          channel?: string;
          is_wanted: boolean;
          topic: string;
          user_id?: string;
        };
        Update: {
          channel?: string;
          is_wanted?: boolean;
          topic?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      offers: {
        Row: {
          choice_id: string;
          claimed_at: string | null;
          end_reason: string | null;
          ended_at: string | null;
          entry_id: string;
          expires_at: string;
          holds_until: string | null;
          id: string;
          list_id: string;
          offered_at: string;
          order_id: string | null;
          ordered_at: string | null;
          rank: number;
          reinstated_at: string | null;
          round: number;
          seen_at: string | null;
          status: Database['public']['Enums']['offer_status'];
          user_id: string | null;
          variant_id: string;
        };
        ComputedFields: never;
        Insert: {
          choice_id: string;
          claimed_at?: string | null;
          end_reason?: string | null;
          ended_at?: string | null;
          entry_id: string;
          expires_at: string;
          holds_until?: string | null;
          id?: string;
          list_id: string;
          offered_at?: string;
          order_id?: string | null;
          ordered_at?: string | null;
          rank: number;
          reinstated_at?: string | null;
          round: number;
          seen_at?: string | null;
          status?: Database['public']['Enums']['offer_status'];
          user_id?: string | null;
          variant_id: string;
        };
        Update: {
          choice_id?: string;
          claimed_at?: string | null;
          end_reason?: string | null;
          ended_at?: string | null;
          entry_id?: string;
          expires_at?: string;
          holds_until?: string | null;
          id?: string;
          list_id?: string;
          offered_at?: string;
          order_id?: string | null;
          ordered_at?: string | null;
          rank?: number;
          reinstated_at?: string | null;
          round?: number;
          seen_at?: string | null;
          status?: Database['public']['Enums']['offer_status'];
          user_id?: string | null;
          variant_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'offers_choice_id_fkey';
            columns: ['choice_id'];
            isOneToOne: false;
            referencedRelation: 'list_choices';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'offers_entry_id_fkey';
            columns: ['entry_id'];
            isOneToOne: false;
            referencedRelation: 'list_entries';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'offers_list_id_fkey';
            columns: ['list_id'];
            isOneToOne: false;
            referencedRelation: 'availability';
            referencedColumns: ['list_id'];
          },
          {
            foreignKeyName: 'offers_list_id_fkey';
            columns: ['list_id'];
            isOneToOne: false;
            referencedRelation: 'lists';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'offers_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'order_records';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'offers_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'offers_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: false;
            referencedRelation: 'availability';
            referencedColumns: ['variant_id'];
          },
          {
            foreignKeyName: 'offers_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: false;
            referencedRelation: 'variants';
            referencedColumns: ['id'];
          },
        ];
      };
      option_rules: {
        Row: {
          id: string;
          other_value_id: string;
          product_id: string;
          reason: string;
          value_id: string;
        };
        ComputedFields: never;
        Insert: {
          id?: string;
          other_value_id: string;
          product_id: string;
          reason: string;
          value_id: string;
        };
        Update: {
          id?: string;
          other_value_id?: string;
          product_id?: string;
          reason?: string;
          value_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'option_rules_other_value_id_fkey';
            columns: ['other_value_id'];
            isOneToOne: false;
            referencedRelation: 'option_values';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'option_rules_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'option_rules_value_id_fkey';
            columns: ['value_id'];
            isOneToOne: false;
            referencedRelation: 'option_values';
            referencedColumns: ['id'];
          },
        ];
      };
      option_values: {
        Row: {
          code: string;
          colour: string | null;
          created_at: string;
          currency: string;
          id: string;
          is_default: boolean;
          is_offered: boolean;
          note: string;
          option_id: string;
          position: number;
          price_delta_minor: number;
          title: string;
          updated_at: string;
          version: number;
          weight_delta_grams: number;
        };
        ComputedFields: never;
        Insert: {
          code: string;
          colour?: string | null;
          created_at?: string;
          currency?: string;
          id?: string;
          is_default?: boolean;
          is_offered?: boolean;
          note?: string;
          option_id: string;
          position?: number;
          price_delta_minor?: number;
          title: string;
          updated_at?: string;
          version?: number;
          weight_delta_grams?: number;
        };
        Update: {
          code?: string;
          colour?: string | null;
          created_at?: string;
          currency?: string;
          id?: string;
          is_default?: boolean;
          is_offered?: boolean;
          note?: string;
          option_id?: string;
          position?: number;
          price_delta_minor?: number;
          title?: string;
          updated_at?: string;
          version?: number;
          weight_delta_grams?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'option_values_option_id_fkey';
            columns: ['option_id'];
            isOneToOne: false;
            referencedRelation: 'product_options';
            referencedColumns: ['id'];
          },
        ];
      };
      order_batches: {
        Row: {
          batch_id: string;
          order_id: string;
          placed_at: string;
        };
        ComputedFields: never;
        Insert: {
          batch_id: string;
          order_id: string;
          placed_at: string;
        };
        Update: {
          batch_id?: string;
          order_id?: string;
          placed_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'order_batches_batch_id_fkey';
            columns: ['batch_id'];
            isOneToOne: false;
            referencedRelation: 'availability';
            referencedColumns: ['batch_id'];
          },
          {
            foreignKeyName: 'order_batches_batch_id_fkey';
            columns: ['batch_id'];
            isOneToOne: false;
            referencedRelation: 'batches';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_batches_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'order_records';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_batches_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      order_entries: {
        Row: {
          amount_minor: number;
          at: string;
          currency: string;
          id: number;
          kind: string;
          line_id: string | null;
          order_id: string;
          reason: string;
          units: number;
        };
        ComputedFields: never;
        Insert: {
          amount_minor: number;
          at?: string;
          currency?: string;
          id?: never;
          kind: string;
          line_id?: string | null;
          order_id: string;
          reason?: string;
          units?: number;
        };
        Update: {
          amount_minor?: number;
          at?: string;
          currency?: string;
          id?: never;
          kind?: string;
          line_id?: string | null;
          order_id?: string;
          reason?: string;
          units?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'order_entries_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'order_records';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_entries_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      order_events: {
        Row: {
          actor: string;
          actor_id: string | null;
          after: Record<string, unknown>;
          at: string;
          before: Record<string, unknown>;
          from_status: Database['public']['Enums']['order_status'] | null;
          id: number;
          kind: string;
          order_id: string;
          reason: string;
          to_status: Database['public']['Enums']['order_status'] | null;
        };
        ComputedFields: never;
        Insert: {
          actor: string;
          actor_id?: string | null;
          after?: NonNullable<Json>;
          at?: string;
          before?: NonNullable<Json>;
          from_status?: Database['public']['Enums']['order_status'] | null;
          id?: never;
          kind: string;
          order_id: string;
          reason?: string;
          to_status?: Database['public']['Enums']['order_status'] | null;
        };
        Update: {
          actor?: string;
          actor_id?: string | null;
          after?: NonNullable<Json>;
          at?: string;
          before?: NonNullable<Json>;
          from_status?: Database['public']['Enums']['order_status'] | null;
          id?: never;
          kind?: string;
          order_id?: string;
          reason?: string;
          to_status?: Database['public']['Enums']['order_status'] | null;
        };
        Relationships: [
          {
            foreignKeyName: 'order_events_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'order_records';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_events_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      order_lines: {
        Row: {
          batch_id: string | null;
          currency: string;
          design: {
            code?: string;
            colours?: unknown;
            design: Record<string, unknown>;
            id?: string;
            name?: string;
            version?: number;
          } | null;
          design_id: string | null;
          discount_minor: number;
          flaws: string;
          id: string;
          kind: Database['public']['Enums']['product_kind'];
          offer_id: string | null;
          options: {
            option: string;
            option_id: string;
            price_delta_minor: number;
            value: string;
            value_id: string;
          }[];
          order_id: string;
          picture: string | null;
          position: number;
          product_id: string;
          quantity: number;
          refunded_quantity: number;
          restocked_quantity: number;
          shipment_id: string | null;
          sku: string;
          sold_as: Database['public']['Enums']['availability_kind'];
          tax_included: boolean;
          tax_minor: number;
          tax_name: string;
          tax_rate_basis_points: number;
          tax_scheme: string;
          title: string;
          total_minor: number;
          unit_price_minor: number;
          url: string;
          variant_id: string;
          variant_title: string;
          weight_grams: number;
        };
        ComputedFields: never;
        Insert: {
          batch_id?: string | null;
          currency?: string;
          design?: Json | null;
          design_id?: string | null;
          discount_minor?: number;
          flaws?: string;
          id?: string;
          kind: Database['public']['Enums']['product_kind'];
          offer_id?: string | null;
          options?: NonNullable<Json>;
          order_id: string;
          picture?: string | null;
          position: number;
          product_id: string;
          quantity: number;
          refunded_quantity?: number;
          restocked_quantity?: number;
          shipment_id?: string | null;
          sku: string;
          sold_as: Database['public']['Enums']['availability_kind'];
          tax_included: boolean;
          tax_minor: number;
          tax_name?: string;
          tax_rate_basis_points: number;
          tax_scheme?: string;
          title: string;
          total_minor: number;
          unit_price_minor: number;
          url: string;
          variant_id: string;
          variant_title: string;
          weight_grams: number;
        };
        Update: {
          batch_id?: string | null;
          currency?: string;
          design?: Json | null;
          design_id?: string | null;
          discount_minor?: number;
          flaws?: string;
          id?: string;
          kind?: Database['public']['Enums']['product_kind'];
          offer_id?: string | null;
          options?: NonNullable<Json>;
          order_id?: string;
          picture?: string | null;
          position?: number;
          product_id?: string;
          quantity?: number;
          refunded_quantity?: number;
          restocked_quantity?: number;
          shipment_id?: string | null;
          sku?: string;
          sold_as?: Database['public']['Enums']['availability_kind'];
          tax_included?: boolean;
          tax_minor?: number;
          tax_name?: string;
          tax_rate_basis_points?: number;
          tax_scheme?: string;
          title?: string;
          total_minor?: number;
          unit_price_minor?: number;
          url?: string;
          variant_id?: string;
          variant_title?: string;
          weight_grams?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'order_lines_batch_id_fkey';
            columns: ['batch_id'];
            isOneToOne: false;
            referencedRelation: 'availability';
            referencedColumns: ['batch_id'];
          },
          {
            foreignKeyName: 'order_lines_batch_id_fkey';
            columns: ['batch_id'];
            isOneToOne: false;
            referencedRelation: 'batches';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_lines_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'order_records';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_lines_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_lines_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_lines_shipment_id_fkey';
            columns: ['shipment_id'];
            isOneToOne: false;
            referencedRelation: 'shipments';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_lines_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: false;
            referencedRelation: 'availability';
            referencedColumns: ['variant_id'];
          },
          {
            foreignKeyName: 'order_lines_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: false;
            referencedRelation: 'variants';
            referencedColumns: ['id'];
          },
        ];
      };
      order_notes: {
        Row: {
          author_id: string | null;
          created_at: string;
          id: string;
          order_id: string;
          text: string;
        };
        ComputedFields: never;
        Insert: {
          author_id?: string | null;
          created_at?: string;
          id?: string;
          order_id: string;
          text: string;
        };
        Update: {
          author_id?: string | null;
          created_at?: string;
          id?: string;
          order_id?: string;
          text?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'order_notes_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'order_records';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_notes_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      order_records: {
        Row: {
          address_question: string | null;
          captured_minor: number;
          closed_at: string | null;
          code: string | null;
          confirmed_at: string | null;
          consents: {
            agreed_on?: string;
            by?: string;
            group_buy?: boolean;
            how?: string;
            terms?: boolean;
          };
          country_code: string;
          currency: string;
          discount_minor: number;
          forgone_minor: number;
          id: string;
          keep_until: string | null;
          kept_minor: number;
          language: string;
          number: string;
          open_returns: number;
          paid_at: string | null;
          pay_by: string;
          payment: string;
          placed_at: string;
          refund_due_minor: number;
          refunded_minor: number;
          shipping_method_id: string | null;
          shipping_method_name: string;
          shipping_minor: number;
          ships_together: boolean;
          status: Database['public']['Enums']['order_status'];
          subtotal_minor: number;
          tax_included_minor: number;
          tax_minor: number;
          terms_version_id: string | null;
          total_minor: number;
          updated_at: string;
          user_id: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          address_question?: string | null;
          captured_minor?: number;
          closed_at?: string | null;
          code?: string | null;
          confirmed_at?: string | null;
          consents: NonNullable<Json>;
          country_code: string;
          currency?: string;
          discount_minor?: number;
          forgone_minor?: number;
          id?: string;
          keep_until?: string | null;
          kept_minor?: number;
          language?: string;
          number?: string;
          open_returns?: number;
          paid_at?: string | null;
          pay_by: string;
          payment: string;
          placed_at?: string;
          refund_due_minor?: never;
          refunded_minor?: number;
          shipping_method_id?: string | null;
          shipping_method_name: string;
          shipping_minor: number;
          ships_together?: boolean;
          status?: Database['public']['Enums']['order_status'];
          subtotal_minor: number;
          tax_included_minor: number;
          tax_minor: number;
          terms_version_id?: string | null;
          total_minor: number;
          updated_at?: string;
          user_id?: string | null;
          version?: number;
        };
        Update: {
          address_question?: string | null;
          captured_minor?: number;
          closed_at?: string | null;
          code?: string | null;
          confirmed_at?: string | null;
          consents?: NonNullable<Json>;
          country_code?: string;
          currency?: string;
          discount_minor?: number;
          forgone_minor?: number;
          id?: string;
          keep_until?: string | null;
          kept_minor?: number;
          language?: string;
          number?: string;
          open_returns?: number;
          paid_at?: string | null;
          pay_by?: string;
          payment?: string;
          placed_at?: string;
          refund_due_minor?: never;
          refunded_minor?: number;
          shipping_method_id?: string | null;
          shipping_method_name?: string;
          shipping_minor?: number;
          ships_together?: boolean;
          status?: Database['public']['Enums']['order_status'];
          subtotal_minor?: number;
          tax_included_minor?: number;
          tax_minor?: number;
          terms_version_id?: string | null;
          total_minor?: number;
          updated_at?: string;
          user_id?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'order_records_country_code_fkey';
            columns: ['country_code'];
            isOneToOne: false;
            referencedRelation: 'countries';
            referencedColumns: ['code'];
          },
          {
            foreignKeyName: 'order_records_shipping_method_id_fkey';
            columns: ['shipping_method_id'];
            isOneToOne: false;
            referencedRelation: 'shipping_methods';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_records_terms_version_id_fkey';
            columns: ['terms_version_id'];
            isOneToOne: false;
            referencedRelation: 'legal_versions';
            referencedColumns: ['id'];
          },
        ];
      };
      order_returns: {
        Row: {
          amount_minor: number;
          answer: string;
          answered_at: string | null;
          asked_at: string;
          currency: string;
          ended_at: string | null;
          id: string;
          is_restocked: boolean;
          kind: string;
          label_url: string;
          lines: { line_id: string; quantity: number }[];
          name: string;
          order_id: string;
          payment_id: string | null;
          photo_count: number;
          reason: string;
          received_at: string | null;
          status: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          amount_minor: number;
          answer?: string;
          answered_at?: string | null;
          asked_at?: string;
          currency?: string;
          ended_at?: string | null;
          id?: string;
          is_restocked?: boolean;
          kind: string;
          label_url?: string;
          lines: NonNullable<Json>;
          name?: string;
          order_id: string;
          payment_id?: string | null;
          photo_count?: number;
          reason?: string;
          received_at?: string | null;
          status?: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          amount_minor?: number;
          answer?: string;
          answered_at?: string | null;
          asked_at?: string;
          currency?: string;
          ended_at?: string | null;
          id?: string;
          is_restocked?: boolean;
          kind?: string;
          label_url?: string;
          lines?: NonNullable<Json>;
          name?: string;
          order_id?: string;
          payment_id?: string | null;
          photo_count?: number;
          reason?: string;
          received_at?: string | null;
          status?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'order_returns_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'order_records';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_returns_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_returns_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
        ];
      };
      outbox: {
        Row: {
          attempts: number;
          created_at: string;
          dedupe_key: string;
          given_up_at: string | null;
          id: string;
          kind: string;
          language: string;
          last_error: string | null;
          payload: Record<string, unknown>;
          recipient: string;
          send_after: string;
          sent_at: string | null;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          attempts?: number;
          created_at?: string;
          dedupe_key: string;
          given_up_at?: string | null;
          id?: string;
          kind: string;
          language?: string;
          last_error?: string | null;
          payload?: NonNullable<Json>;
          recipient: string;
          send_after?: string;
          sent_at?: string | null;
          user_id?: string | null;
        };
        Update: {
          attempts?: number;
          created_at?: string;
          dedupe_key?: string;
          given_up_at?: string | null;
          id?: string;
          kind?: string;
          language?: string;
          last_error?: string | null;
          payload?: NonNullable<Json>;
          recipient?: string;
          send_after?: string;
          sent_at?: string | null;
          user_id?: string | null;
        };
        Relationships: [];
      };
      page_texts: {
        Row: {
          body: string;
          code: string;
          created_at: string;
          id: string;
          page: string;
          position: number;
          title: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          body: string;
          code: string;
          created_at?: string;
          id?: string;
          page: string;
          position?: number;
          title: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          body?: string;
          code?: string;
          created_at?: string;
          id?: string;
          page?: string;
          position?: number;
          title?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      palettes: {
        Row: {
          code: string;
          created_at: string;
          id: string;
          maker: string;
          material: string;
          note: string;
          position: number;
          title: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          code: string;
          created_at?: string;
          id?: string;
          maker: string;
          material?: string;
          note?: string;
          position?: number;
          title: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          code?: string;
          created_at?: string;
          id?: string;
          maker?: string;
          material?: string;
          note?: string;
          position?: number;
          title?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      partner_countries: {
        Row: {
          country_code: string;
          partner_id: string;
        };
        ComputedFields: never;
        Insert: {
          country_code: string;
          partner_id: string;
        };
        Update: {
          country_code?: string;
          partner_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'partner_countries_country_code_fkey';
            columns: ['country_code'];
            isOneToOne: false;
            referencedRelation: 'countries';
            referencedColumns: ['code'];
          },
          {
            foreignKeyName: 'partner_countries_partner_id_fkey';
            columns: ['partner_id'];
            isOneToOne: false;
            referencedRelation: 'regional_partners';
            referencedColumns: ['id'];
          },
        ];
      };
      partner_sales: {
        Row: {
          batch_id: string;
          created_at: string;
          ends_at: string;
          partner_id: string;
          sale_url: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          batch_id: string;
          created_at?: string;
          ends_at: string;
          partner_id: string;
          sale_url: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          batch_id?: string;
          created_at?: string;
          ends_at?: string;
          partner_id?: string;
          sale_url?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'partner_sales_batch_id_fkey';
            columns: ['batch_id'];
            isOneToOne: false;
            referencedRelation: 'availability';
            referencedColumns: ['batch_id'];
          },
          {
            foreignKeyName: 'partner_sales_batch_id_fkey';
            columns: ['batch_id'];
            isOneToOne: false;
            referencedRelation: 'batches';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'partner_sales_partner_id_fkey';
            columns: ['partner_id'];
            isOneToOne: false;
            referencedRelation: 'regional_partners';
            referencedColumns: ['id'];
          },
        ];
      };
      payment_methods: {
        Row: {
          code: string;
          is_offered: boolean;
          keys: string | null;
          note: string;
          position: number;
          refunds_disputes: boolean;
          sends_refunds: boolean;
          title: string;
        };
        ComputedFields: never;
        Insert: {
          code: string;
          is_offered?: boolean;
          keys?: string | null;
          note?: string;
          position?: number;
          refunds_disputes?: boolean;
          sends_refunds?: boolean;
          title: string;
        };
        Update: {
          code?: string;
          is_offered?: boolean;
          keys?: string | null;
          note?: string;
          position?: number;
          refunds_disputes?: boolean;
          sends_refunds?: boolean;
          title?: string;
        };
        Relationships: [];
      };
      payments: {
        Row: {
          amount_minor: number;
          at: string;
          currency: string;
          id: string;
          kind: string;
          lines: { amount_minor?: number; line_id: string; quantity: number }[];
          order_id: string;
          provider: string;
          provider_reference: string;
          reason: string;
          sent_at: string | null;
        };
        ComputedFields: never;
        Insert: {
          amount_minor: number;
          at?: string;
          currency?: string;
          id?: string;
          kind: string;
          lines?: NonNullable<Json>;
          order_id: string;
          provider: string;
          provider_reference?: string;
          reason?: string;
          sent_at?: string | null;
        };
        Update: {
          amount_minor?: number;
          at?: string;
          currency?: string;
          id?: string;
          kind?: string;
          lines?: NonNullable<Json>;
          order_id?: string;
          provider?: string;
          provider_reference?: string;
          reason?: string;
          sent_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'payments_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'order_records';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payments_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
        ];
      };
      product_facts: {
        Row: {
          code: string;
          created_at: string;
          filterable: boolean;
          id: string;
          label: string;
          position: number;
          product_id: string;
          updated_at: string;
          value: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          code: string;
          created_at?: string;
          filterable?: boolean;
          id?: string;
          label: string;
          position?: number;
          product_id: string;
          updated_at?: string;
          value: string;
          version?: number;
        };
        Update: {
          code?: string;
          created_at?: string;
          filterable?: boolean;
          id?: string;
          label?: string;
          position?: number;
          product_id?: string;
          updated_at?: string;
          value?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'product_facts_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      product_files: {
        Row: {
          content: string;
          created_at: string;
          file_name: string;
          id: string;
          kind: string;
          media_type: string;
          position: number;
          product_id: string;
          title: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          content: string;
          created_at?: string;
          file_name: string;
          id?: string;
          kind: string;
          media_type: string;
          position?: number;
          product_id: string;
          title: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          content?: string;
          created_at?: string;
          file_name?: string;
          id?: string;
          kind?: string;
          media_type?: string;
          position?: number;
          product_id?: string;
          title?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'product_files_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      product_images: {
        Row: {
          alt: string;
          colorway_id: string | null;
          created_at: string;
          credit: string;
          focus_x: number;
          focus_y: number;
          height: number;
          id: string;
          is_render: boolean;
          option_value_id: string | null;
          placeholder_colour: string;
          position: number;
          product_id: string;
          render: Record<string, unknown> | null;
          storage_path: string;
          turn_frames: number | null;
          turn_path: string | null;
          updated_at: string;
          variant_id: string | null;
          version: number;
          width: number;
        };
        ComputedFields: never;
        Insert: {
          alt: string;
          colorway_id?: string | null;
          created_at?: string;
          credit?: string;
          focus_x?: number;
          focus_y?: number;
          height: number;
          id?: string;
          is_render?: boolean;
          option_value_id?: string | null;
          placeholder_colour: string;
          position?: number;
          product_id: string;
          render?: Json | null;
          storage_path: string;
          turn_frames?: number | null;
          turn_path?: string | null;
          updated_at?: string;
          variant_id?: string | null;
          version?: number;
          width: number;
        };
        Update: {
          alt?: string;
          colorway_id?: string | null;
          created_at?: string;
          credit?: string;
          focus_x?: number;
          focus_y?: number;
          height?: number;
          id?: string;
          is_render?: boolean;
          option_value_id?: string | null;
          placeholder_colour?: string;
          position?: number;
          product_id?: string;
          render?: Json | null;
          storage_path?: string;
          turn_frames?: number | null;
          turn_path?: string | null;
          updated_at?: string;
          variant_id?: string | null;
          version?: number;
          width?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'product_images_colorway_id_fkey';
            columns: ['colorway_id'];
            isOneToOne: false;
            referencedRelation: 'colorways';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'product_images_option_value_id_fkey';
            columns: ['option_value_id'];
            isOneToOne: false;
            referencedRelation: 'option_values';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'product_images_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'product_images_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: false;
            referencedRelation: 'availability';
            referencedColumns: ['variant_id'];
          },
          {
            foreignKeyName: 'product_images_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: false;
            referencedRelation: 'variants';
            referencedColumns: ['id'];
          },
        ];
      };
      product_options: {
        Row: {
          code: string;
          created_at: string;
          help: string;
          id: string;
          is_required: boolean;
          position: number;
          product_id: string;
          title: string;
          updated_at: string;
          version: number;
          zone: string | null;
        };
        ComputedFields: never;
        Insert: {
          code: string;
          created_at?: string;
          help?: string;
          id?: string;
          is_required?: boolean;
          position?: number;
          product_id: string;
          title: string;
          updated_at?: string;
          version?: number;
          zone?: string | null;
        };
        Update: {
          code?: string;
          created_at?: string;
          help?: string;
          id?: string;
          is_required?: boolean;
          position?: number;
          product_id?: string;
          title?: string;
          updated_at?: string;
          version?: number;
          zone?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'product_options_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      product_relations: {
        Row: {
          created_at: string;
          position: number;
          product_id: string;
          reason: string;
          related_id: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          position?: number;
          product_id: string;
          reason: string;
          related_id: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          position?: number;
          product_id?: string;
          reason?: string;
          related_id?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'product_relations_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'product_relations_related_id_fkey';
            columns: ['related_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      product_sounds: {
        Row: {
          created_at: string;
          duration_ms: number;
          id: string;
          peaks: number[];
          position: number;
          product_id: string;
          storage_path: string;
          title: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          duration_ms: number;
          id?: string;
          peaks: number[];
          position?: number;
          product_id: string;
          storage_path: string;
          title: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          duration_ms?: number;
          id?: string;
          peaks?: number[];
          position?: number;
          product_id?: string;
          storage_path?: string;
          title?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'product_sounds_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      products: {
        Row: {
          body: string;
          category: string;
          created_at: string;
          customs_description: string;
          handling_days: number;
          hs_code: string;
          id: string;
          in_the_box: string[];
          kind: Database['public']['Enums']['product_kind'];
          layout_code: string;
          maker_id: string | null;
          max_per_customer: number | null;
          origin_country_code: string | null;
          position: number;
          publish_at: string | null;
          safety_warnings: string;
          seo_description: string;
          seo_title: string;
          ship_group: string;
          shipping_tags: string[];
          status: Database['public']['Enums']['publish_status'];
          still_needed: string[];
          summary: string;
          tax_class_code: string;
          title: string;
          updated_at: string;
          url: string;
          variant_options: { title: string; values: { colour?: string | null; title: string }[] }[];
          version: number;
        };
        ComputedFields: never;
        Insert: {
          body?: string;
          category: string;
          created_at?: string;
          customs_description?: string;
          handling_days?: number;
          hs_code?: string;
          id?: string;
          in_the_box?: string[];
          kind: Database['public']['Enums']['product_kind'];
          layout_code?: string;
          maker_id?: string | null;
          max_per_customer?: number | null;
          origin_country_code?: string | null;
          position?: number;
          publish_at?: string | null;
          safety_warnings?: string;
          seo_description?: string;
          seo_title?: string;
          ship_group?: string;
          shipping_tags?: string[];
          status?: Database['public']['Enums']['publish_status'];
          still_needed?: string[];
          summary?: string;
          tax_class_code?: string;
          title: string;
          updated_at?: string;
          url: string;
          variant_options?: NonNullable<Json>;
          version?: number;
        };
        Update: {
          body?: string;
          category?: string;
          created_at?: string;
          customs_description?: string;
          handling_days?: number;
          hs_code?: string;
          id?: string;
          in_the_box?: string[];
          kind?: Database['public']['Enums']['product_kind'];
          layout_code?: string;
          maker_id?: string | null;
          max_per_customer?: number | null;
          origin_country_code?: string | null;
          position?: number;
          publish_at?: string | null;
          safety_warnings?: string;
          seo_description?: string;
          seo_title?: string;
          ship_group?: string;
          shipping_tags?: string[];
          status?: Database['public']['Enums']['publish_status'];
          still_needed?: string[];
          summary?: string;
          tax_class_code?: string;
          title?: string;
          updated_at?: string;
          url?: string;
          variant_options?: NonNullable<Json>;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'products_maker_id_fkey';
            columns: ['maker_id'];
            isOneToOne: false;
            referencedRelation: 'makers';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'products_tax_class_code_fkey';
            columns: ['tax_class_code'];
            isOneToOne: false;
            referencedRelation: 'tax_classes';
            referencedColumns: ['code'];
          },
        ];
      };
      profiles: {
        Row: {
          country_code: string | null;
          created_at: string;
          currency: string;
          display_name: string;
          full_name: string;
          language: string;
          locale: string;
          phone: string;
          units: string;
          updated_at: string;
          user_id: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          country_code?: string | null;
          created_at?: string;
          currency?: string;
          display_name?: string;
          full_name?: string;
          language?: string;
          locale?: string;
          phone?: string;
          units?: string;
          updated_at?: string;
          user_id?: string;
          version?: number;
        };
        Update: {
          country_code?: string | null;
          created_at?: string;
          currency?: string;
          display_name?: string;
          full_name?: string;
          language?: string;
          locale?: string;
          phone?: string;
          units?: string;
          updated_at?: string;
          user_id?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'profiles_country_code_fkey';
            columns: ['country_code'];
            isOneToOne: false;
            referencedRelation: 'countries';
            referencedColumns: ['code'];
          },
        ];
      };
      publish_requests: {
        Row: {
          build_id: string | null;
          finished_at: string | null;
          id: string;
          log: string;
          log_url: string | null;
          note: string;
          requested_at: string;
          requested_by: string | null;
          started_at: string | null;
          status: string;
        };
        ComputedFields: never;
        Insert: {
          build_id?: string | null;
          finished_at?: string | null;
          id?: string;
          log?: string;
          log_url?: string | null;
          note?: string;
          requested_at?: string;
          requested_by?: string | null;
          started_at?: string | null;
          status?: string;
        };
        Update: {
          build_id?: string | null;
          finished_at?: string | null;
          id?: string;
          log?: string;
          log_url?: string | null;
          note?: string;
          requested_at?: string;
          requested_by?: string | null;
          started_at?: string | null;
          status?: string;
        };
        Relationships: [];
      };
      refund_calls: {
        Row: {
          amount_minor: number;
          attempts: number;
          call_after: string;
          charge_reference: string;
          created_at: string;
          currency: string;
          id: string;
          order_id: string;
          problem: string;
          provider: string;
          provider_reference: string;
          refund_id: string;
          state: string;
        };
        ComputedFields: never;
        Insert: {
          amount_minor: number;
          attempts?: number;
          call_after?: string;
          charge_reference: string;
          created_at?: string;
          currency: string;
          id?: string;
          order_id: string;
          problem?: string;
          provider: string;
          provider_reference?: string;
          refund_id: string;
          state?: string;
        };
        Update: {
          amount_minor?: number;
          attempts?: number;
          call_after?: string;
          charge_reference?: string;
          created_at?: string;
          currency?: string;
          id?: string;
          order_id?: string;
          problem?: string;
          provider?: string;
          provider_reference?: string;
          refund_id?: string;
          state?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'refund_calls_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'order_records';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'refund_calls_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'refund_calls_refund_id_fkey';
            columns: ['refund_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
        ];
      };
      regional_partners: {
        Row: {
          code: string;
          created_at: string;
          id: string;
          name: string;
          note: string;
          position: number;
          updated_at: string;
          version: number;
          website: string;
        };
        ComputedFields: never;
        Insert: {
          code: string;
          created_at?: string;
          id?: string;
          name: string;
          note?: string;
          position?: number;
          updated_at?: string;
          version?: number;
          website: string;
        };
        Update: {
          code?: string;
          created_at?: string;
          id?: string;
          name?: string;
          note?: string;
          position?: number;
          updated_at?: string;
          version?: number;
          website?: string;
        };
        Relationships: [];
      };
      sellers: {
        Row: {
          city: string;
          code: string;
          country_code: string | null;
          created_at: string;
          email: string;
          id: string;
          is_ready: boolean;
          line1: string;
          line2: string;
          name: string;
          postcode: string;
          register: string;
          terms: string;
          updated_at: string;
          valid_from: string;
          valid_to: string | null;
          vat_number: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          city?: string;
          code: string;
          country_code?: string | null;
          created_at?: string;
          email?: string;
          id?: string;
          is_ready?: never;
          line1?: string;
          line2?: string;
          name?: string;
          postcode?: string;
          register?: string;
          terms?: string;
          updated_at?: string;
          valid_from: string;
          valid_to?: string | null;
          vat_number?: string;
          version?: number;
        };
        Update: {
          city?: string;
          code?: string;
          country_code?: string | null;
          created_at?: string;
          email?: string;
          id?: string;
          is_ready?: never;
          line1?: string;
          line2?: string;
          name?: string;
          postcode?: string;
          register?: string;
          terms?: string;
          updated_at?: string;
          valid_from?: string;
          valid_to?: string | null;
          vat_number?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'sellers_country_code_fkey';
            columns: ['country_code'];
            isOneToOne: false;
            referencedRelation: 'countries';
            referencedColumns: ['code'];
          },
        ];
      };
      settings: {
        Row: {
          created_at: string;
          key: string;
          meaning: string;
          unit: string;
          updated_at: string;
          value: number;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          key: string;
          meaning: string;
          unit: string;
          updated_at?: string;
          value: number;
          version?: number;
        };
        Update: {
          created_at?: string;
          key?: string;
          meaning?: string;
          unit?: string;
          updated_at?: string;
          value?: number;
          version?: number;
        };
        Relationships: [];
      };
      shelf_items: {
        Row: {
          choice: string;
          created_at: string;
          id: string;
          note: string;
          order_line_id: string | null;
          product_id: string | null;
          since: string;
          title: string;
          user_id: string;
          variant_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          choice?: string;
          created_at?: string;
          id?: string;
          note?: string;
          order_line_id?: string | null;
          product_id?: string | null;
          since?: string;
          title: string;
          user_id?: string;
          variant_id?: string | null;
        };
        Update: {
          choice?: string;
          created_at?: string;
          id?: string;
          note?: string;
          order_line_id?: string | null;
          product_id?: string | null;
          since?: string;
          title?: string;
          user_id?: string;
          variant_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'shelf_items_order_line_id_fkey';
            columns: ['order_line_id'];
            isOneToOne: false;
            referencedRelation: 'order_lines';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'shelf_items_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'shelf_items_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: false;
            referencedRelation: 'availability';
            referencedColumns: ['variant_id'];
          },
          {
            foreignKeyName: 'shelf_items_variant_id_fkey';
            columns: ['variant_id'];
            isOneToOne: false;
            referencedRelation: 'variants';
            referencedColumns: ['id'];
          },
        ];
      };
      shelf_links: {
        Row: {
          created_at: string;
          name: string;
          shows_notes: boolean;
          token: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          name: string;
          shows_notes?: boolean;
          token?: string;
          user_id?: string;
        };
        Update: {
          created_at?: string;
          name?: string;
          shows_notes?: boolean;
          token?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      shipments: {
        Row: {
          batch_id: string | null;
          carrier: string;
          delivered_at: string | null;
          eta_precision: string | null;
          id: string;
          order_id: string;
          package: {
            gross_grams: number;
            height_mm: number;
            length_mm: number;
            name: string;
            width_mm: number;
          } | null;
          package_id: string | null;
          position: number;
          shipped_at: string | null;
          ships_on: string | null;
          status: string;
          tracking_number: string;
          tracking_url: string;
          weight_grams: number;
        };
        ComputedFields: never;
        Insert: {
          batch_id?: string | null;
          carrier?: string;
          delivered_at?: string | null;
          eta_precision?: string | null;
          id?: string;
          order_id: string;
          package?: Json | null;
          package_id?: string | null;
          position?: number;
          shipped_at?: string | null;
          ships_on?: string | null;
          status?: string;
          tracking_number?: string;
          tracking_url?: string;
          weight_grams: number;
        };
        Update: {
          batch_id?: string | null;
          carrier?: string;
          delivered_at?: string | null;
          eta_precision?: string | null;
          id?: string;
          order_id?: string;
          package?: Json | null;
          package_id?: string | null;
          position?: number;
          shipped_at?: string | null;
          ships_on?: string | null;
          status?: string;
          tracking_number?: string;
          tracking_url?: string;
          weight_grams?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'shipments_batch_id_fkey';
            columns: ['batch_id'];
            isOneToOne: false;
            referencedRelation: 'availability';
            referencedColumns: ['batch_id'];
          },
          {
            foreignKeyName: 'shipments_batch_id_fkey';
            columns: ['batch_id'];
            isOneToOne: false;
            referencedRelation: 'batches';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'shipments_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'order_records';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'shipments_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'shipments_package_id_fkey';
            columns: ['package_id'];
            isOneToOne: false;
            referencedRelation: 'shipping_packages';
            referencedColumns: ['id'];
          },
        ];
      };
      shipping_methods: {
        Row: {
          carrier: string;
          code: string;
          created_at: string;
          currency: string;
          days_max: number;
          days_min: number;
          id: string;
          is_offered: boolean;
          is_tracked: boolean;
          max_value_minor: number | null;
          max_weight_grams: number;
          name: string;
          note: string;
          position: number;
          refused_tags: string[];
          updated_at: string;
          version: number;
          zone_id: string;
        };
        ComputedFields: never;
        Insert: {
          carrier: string;
          code: string;
          created_at?: string;
          currency?: string;
          days_max: number;
          days_min: number;
          id?: string;
          is_offered?: boolean;
          is_tracked?: boolean;
          max_value_minor?: number | null;
          max_weight_grams: number;
          name: string;
          note?: string;
          position?: number;
          refused_tags?: string[];
          updated_at?: string;
          version?: number;
          zone_id: string;
        };
        Update: {
          carrier?: string;
          code?: string;
          created_at?: string;
          currency?: string;
          days_max?: number;
          days_min?: number;
          id?: string;
          is_offered?: boolean;
          is_tracked?: boolean;
          max_value_minor?: number | null;
          max_weight_grams?: number;
          name?: string;
          note?: string;
          position?: number;
          refused_tags?: string[];
          updated_at?: string;
          version?: number;
          zone_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'shipping_methods_zone_id_fkey';
            columns: ['zone_id'];
            isOneToOne: false;
            referencedRelation: 'shipping_zones';
            referencedColumns: ['id'];
          },
        ];
      };
      shipping_packages: {
        Row: {
          created_at: string;
          id: string;
          inner_height_mm: number;
          inner_length_mm: number;
          inner_width_mm: number;
          is_used: boolean;
          max_content_grams: number;
          name: string;
          note: string;
          own_weight_grams: number;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          inner_height_mm: number;
          inner_length_mm: number;
          inner_width_mm: number;
          is_used?: boolean;
          max_content_grams: number;
          name: string;
          note?: string;
          own_weight_grams: number;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          id?: string;
          inner_height_mm?: number;
          inner_length_mm?: number;
          inner_width_mm?: number;
          is_used?: boolean;
          max_content_grams?: number;
          name?: string;
          note?: string;
          own_weight_grams?: number;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      shipping_rates: {
        Row: {
          created_at: string;
          currency: string;
          from_value_minor: number;
          from_weight_grams: number;
          id: string;
          method_id: string;
          price_minor: number;
          to_value_minor: number | null;
          to_weight_grams: number;
          updated_at: string;
          valid_from: string;
          valid_to: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          currency?: string;
          from_value_minor?: number;
          from_weight_grams?: number;
          id?: string;
          method_id: string;
          price_minor: number;
          to_value_minor?: number | null;
          to_weight_grams: number;
          updated_at?: string;
          valid_from: string;
          valid_to?: string | null;
          version?: number;
        };
        Update: {
          created_at?: string;
          currency?: string;
          from_value_minor?: number;
          from_weight_grams?: number;
          id?: string;
          method_id?: string;
          price_minor?: number;
          to_value_minor?: number | null;
          to_weight_grams?: number;
          updated_at?: string;
          valid_from?: string;
          valid_to?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'shipping_rates_method_id_fkey';
            columns: ['method_id'];
            isOneToOne: false;
            referencedRelation: 'shipping_methods';
            referencedColumns: ['id'];
          },
        ];
      };
      shipping_zones: {
        Row: {
          code: string;
          created_at: string;
          id: string;
          position: number;
          title: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          code: string;
          created_at?: string;
          id?: string;
          position?: number;
          title: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          code?: string;
          created_at?: string;
          id?: string;
          position?: number;
          title?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      shown_photos: {
        Row: {
          alt: string;
          height: number;
          id: string;
          name: string;
          note: string;
          placeholder_colour: string;
          product_id: string;
          shown_at: string;
          storage_path: string;
          updated_at: string;
          width: number;
        };
        ComputedFields: never;
        Insert: {
          alt: string;
          height: number;
          id: string;
          name: string;
          note: string;
          placeholder_colour: string;
          product_id: string;
          shown_at?: string;
          storage_path: string;
          updated_at?: string;
          width: number;
        };
        Update: {
          alt?: string;
          height?: number;
          id?: string;
          name?: string;
          note?: string;
          placeholder_colour?: string;
          product_id?: string;
          shown_at?: string;
          storage_path?: string;
          updated_at?: string;
          width?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'shown_photos_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      stock_ledger: {
        Row: {
          actor_id: string | null;
          allocated_after: number;
          allocated_delta: number;
          at: string;
          id: number;
          on_hand_after: number;
          on_hand_delta: number;
          pool_id: string;
          reason: string;
        };
        ComputedFields: never;
        Insert: {
          actor_id?: string | null;
          allocated_after: number;
          allocated_delta: number;
          at?: string;
          id?: never;
          on_hand_after: number;
          on_hand_delta: number;
          pool_id: string;
          reason: string;
        };
        Update: {
          actor_id?: string | null;
          allocated_after?: number;
          allocated_delta?: number;
          at?: string;
          id?: never;
          on_hand_after?: number;
          on_hand_delta?: number;
          pool_id?: string;
          reason?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'stock_ledger_pool_id_fkey';
            columns: ['pool_id'];
            isOneToOne: false;
            referencedRelation: 'stock_pools';
            referencedColumns: ['id'];
          },
        ];
      };
      stock_pools: {
        Row: {
          allocated: number;
          code: string;
          created_at: string;
          id: string;
          on_hand: number;
          title: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          allocated?: number;
          code: string;
          created_at?: string;
          id?: string;
          on_hand?: number;
          title: string;
          updated_at?: string;
        };
        Update: {
          allocated?: number;
          code?: string;
          created_at?: string;
          id?: string;
          on_hand?: number;
          title?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      tax_classes: {
        Row: {
          code: string;
          created_at: string;
          position: number;
          title: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          code: string;
          created_at?: string;
          position?: number;
          title: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          code?: string;
          created_at?: string;
          position?: number;
          title?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      tax_rates: {
        Row: {
          country_code: string;
          created_at: string;
          id: string;
          name: string;
          rate_basis_points: number;
          tax_class_code: string;
          updated_at: string;
          valid_from: string;
          valid_to: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          country_code: string;
          created_at?: string;
          id?: string;
          name: string;
          rate_basis_points: number;
          tax_class_code: string;
          updated_at?: string;
          valid_from: string;
          valid_to?: string | null;
          version?: number;
        };
        Update: {
          country_code?: string;
          created_at?: string;
          id?: string;
          name?: string;
          rate_basis_points?: number;
          tax_class_code?: string;
          updated_at?: string;
          valid_from?: string;
          valid_to?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'tax_rates_country_code_fkey';
            columns: ['country_code'];
            isOneToOne: false;
            referencedRelation: 'countries';
            referencedColumns: ['code'];
          },
          {
            foreignKeyName: 'tax_rates_tax_class_code_fkey';
            columns: ['tax_class_code'];
            isOneToOne: false;
            referencedRelation: 'tax_classes';
            referencedColumns: ['code'];
          },
        ];
      };
      tax_registrations: {
        Row: {
          country_code: string | null;
          created_at: string;
          currency: string;
          id: string;
          limit_minor: number | null;
          limit_per: string;
          name: string;
          number: string;
          updated_at: string;
          valid_from: string;
          valid_to: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          country_code?: string | null;
          created_at?: string;
          currency?: string;
          id?: string;
          limit_minor?: number | null;
          limit_per?: string;
          name: string;
          number?: string;
          updated_at?: string;
          valid_from: string;
          valid_to?: string | null;
          version?: number;
        };
        Update: {
          country_code?: string | null;
          created_at?: string;
          currency?: string;
          id?: string;
          limit_minor?: number | null;
          limit_per?: string;
          name?: string;
          number?: string;
          updated_at?: string;
          valid_from?: string;
          valid_to?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'tax_registrations_country_code_fkey';
            columns: ['country_code'];
            isOneToOne: false;
            referencedRelation: 'countries';
            referencedColumns: ['code'];
          },
        ];
      };
      translations: {
        Row: {
          column_name: string;
          created_at: string;
          id: string;
          language: string;
          row_id: string;
          source: string;
          source_md5: string;
          table_name: string;
          text: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          column_name: string;
          created_at?: string;
          id?: string;
          language: string;
          row_id: string;
          source: string;
          source_md5?: never;
          table_name: string;
          text: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          column_name?: string;
          created_at?: string;
          id?: string;
          language?: string;
          row_id?: string;
          source?: string;
          source_md5?: never;
          table_name?: string;
          text?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      update_batches: {
        Row: {
          batch_id: string;
          buyers_note: string;
          eta_after: string | null;
          eta_before: string | null;
          stage: Database['public']['Enums']['batch_stage'] | null;
          update_id: string;
        };
        ComputedFields: never;
        Insert: {
          batch_id: string;
          buyers_note?: string;
          eta_after?: string | null;
          eta_before?: string | null;
          stage?: Database['public']['Enums']['batch_stage'] | null;
          update_id: string;
        };
        Update: {
          batch_id?: string;
          buyers_note?: string;
          eta_after?: string | null;
          eta_before?: string | null;
          stage?: Database['public']['Enums']['batch_stage'] | null;
          update_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'update_batches_batch_id_fkey';
            columns: ['batch_id'];
            isOneToOne: false;
            referencedRelation: 'availability';
            referencedColumns: ['batch_id'];
          },
          {
            foreignKeyName: 'update_batches_batch_id_fkey';
            columns: ['batch_id'];
            isOneToOne: false;
            referencedRelation: 'batches';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'update_batches_update_id_fkey';
            columns: ['update_id'];
            isOneToOne: false;
            referencedRelation: 'updates';
            referencedColumns: ['id'];
          },
        ];
      };
      update_products: {
        Row: {
          product_id: string;
          update_id: string;
        };
        ComputedFields: never;
        Insert: {
          product_id: string;
          update_id: string;
        };
        Update: {
          product_id?: string;
          update_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'update_products_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'update_products_update_id_fkey';
            columns: ['update_id'];
            isOneToOne: false;
            referencedRelation: 'updates';
            referencedColumns: ['id'];
          },
        ];
      };
      updates: {
        Row: {
          author: string;
          body: string;
          created_at: string;
          edited_at: string | null;
          id: string;
          image_id: string | null;
          kind: string;
          pinned: boolean;
          publish_at: string | null;
          status: Database['public']['Enums']['publish_status'];
          summary: string;
          title: string;
          updated_at: string;
          url: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          author?: string;
          body?: string;
          created_at?: string;
          edited_at?: string | null;
          id?: string;
          image_id?: string | null;
          kind?: string;
          pinned?: boolean;
          publish_at?: string | null;
          status?: Database['public']['Enums']['publish_status'];
          summary?: string;
          title: string;
          updated_at?: string;
          url: string;
          version?: number;
        };
        Update: {
          author?: string;
          body?: string;
          created_at?: string;
          edited_at?: string | null;
          id?: string;
          image_id?: string | null;
          kind?: string;
          pinned?: boolean;
          publish_at?: string | null;
          status?: Database['public']['Enums']['publish_status'];
          summary?: string;
          title?: string;
          updated_at?: string;
          url?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'updates_image_id_fkey';
            columns: ['image_id'];
            isOneToOne: false;
            referencedRelation: 'product_images';
            referencedColumns: ['id'];
          },
        ];
      };
      url_redirects: {
        Row: {
          created_at: string;
          id: string;
          kind: string;
          old_url: string;
          product_id: string | null;
          update_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          kind: string;
          old_url: string;
          product_id?: string | null;
          update_id?: string | null;
        };
        Update: {
          created_at?: string;
          id?: string;
          kind?: string;
          old_url?: string;
          product_id?: string | null;
          update_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'url_redirects_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'url_redirects_update_id_fkey';
            columns: ['update_id'];
            isOneToOne: false;
            referencedRelation: 'updates';
            referencedColumns: ['id'];
          },
        ];
      };
      variants: {
        Row: {
          availability: Database['public']['Enums']['availability_kind'];
          choices: string[];
          contents: string;
          created_at: string;
          currency: string;
          few_left_below: number;
          flaws: string;
          id: string;
          is_made_to_order: boolean;
          is_required: boolean;
          max_per_customer: number | null;
          pool_units: number;
          position: number;
          price_minor: number;
          product_id: string;
          ships_on: string | null;
          shows_remaining: boolean;
          sku: string;
          stock_pool_id: string | null;
          title: string;
          updated_at: string;
          version: number;
          weight_grams: number;
        };
        ComputedFields: never;
        Insert: {
          availability?: Database['public']['Enums']['availability_kind'];
          choices?: string[];
          contents?: string;
          created_at?: string;
          currency?: string;
          few_left_below?: number;
          flaws?: string;
          id?: string;
          is_made_to_order?: boolean;
          is_required?: boolean;
          max_per_customer?: number | null;
          pool_units?: number;
          position?: number;
          price_minor: number;
          product_id: string;
          ships_on?: string | null;
          shows_remaining?: boolean;
          sku: string;
          stock_pool_id?: string | null;
          title: string;
          updated_at?: string;
          version?: number;
          weight_grams: number;
        };
        Update: {
          availability?: Database['public']['Enums']['availability_kind'];
          choices?: string[];
          contents?: string;
          created_at?: string;
          currency?: string;
          few_left_below?: number;
          flaws?: string;
          id?: string;
          is_made_to_order?: boolean;
          is_required?: boolean;
          max_per_customer?: number | null;
          pool_units?: number;
          position?: number;
          price_minor?: number;
          product_id?: string;
          ships_on?: string | null;
          shows_remaining?: boolean;
          sku?: string;
          stock_pool_id?: string | null;
          title?: string;
          updated_at?: string;
          version?: number;
          weight_grams?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'variants_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'variants_stock_pool_id_fkey';
            columns: ['stock_pool_id'];
            isOneToOne: false;
            referencedRelation: 'stock_pools';
            referencedColumns: ['id'];
          },
        ];
      };
      wishes: {
        Row: {
          id: string;
          kept_at: string;
          note: string;
          options: Record<string, string>;
          product_id: string | null;
          title: string;
          user_id: string;
          variant_ids: string[];
          was_gone: boolean;
        };
        ComputedFields: never;
        Insert: {
          id?: string;
          kept_at?: string;
          note?: string;
          options?: NonNullable<Json>;
          product_id?: string | null;
          title: string;
          user_id: string;
          variant_ids?: string[];
          was_gone?: boolean;
        };
        Update: {
          id?: string;
          kept_at?: string;
          note?: string;
          options?: NonNullable<Json>;
          product_id?: string | null;
          title?: string;
          user_id?: string;
          variant_ids?: string[];
          was_gone?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: 'wishes_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      zone_countries: {
        Row: {
          country_code: string;
          zone_id: string;
        };
        ComputedFields: never;
        Insert: {
          country_code: string;
          zone_id: string;
        };
        Update: {
          country_code?: string;
          zone_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'zone_countries_country_code_fkey';
            columns: ['country_code'];
            isOneToOne: false;
            referencedRelation: 'countries';
            referencedColumns: ['code'];
          },
          {
            foreignKeyName: 'zone_countries_zone_id_fkey';
            columns: ['zone_id'];
            isOneToOne: false;
            referencedRelation: 'shipping_zones';
            referencedColumns: ['id'];
          },
        ];
      };
    };
    Views: {
      availability: {
        Row: {
          batch_id: string | null;
          batch_stage: Database['public']['Enums']['batch_stage'] | null;
          can_be_ordered: boolean | null;
          closes_at: string | null;
          currency: string;
          eta: string | null;
          eta_precision: string | null;
          is_b_stock: boolean | null;
          list_closes_at: string | null;
          list_id: string | null;
          list_kind: Database['public']['Enums']['list_kind'] | null;
          list_opens_at: string | null;
          list_status: Database['public']['Enums']['list_status'] | null;
          moq: number | null;
          next_tier_count: number | null;
          next_tier_price_minor: number | null;
          opens_at: string | null;
          ordered_count: number | null;
          price_minor: number | null;
          product_id: string;
          read_at: string | null;
          remaining: number | null;
          ships_on: string | null;
          stock: string | null;
          variant_id: string;
          waiting_count: number | null;
        };
        ComputedFields: never;
        Relationships: [
          {
            foreignKeyName: 'variants_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      batch_orders: {
        Row: {
          address_question: string | null;
          batch_id: string;
          captured_minor: number;
          country_code: string;
          currency: string;
          customer: string | null;
          due_minor: number | null;
          email: string | null;
          first_item: string | null;
          id: string;
          item_count: number | null;
          number: string;
          open_returns: number;
          paid_at: string | null;
          pay_by: string;
          payment: string;
          placed_at: string;
          refund_due_minor: number;
          refunded_minor: number;
          shipment: string | null;
          shipping_minor: number;
          status: Database['public']['Enums']['order_status'];
          tax_included_minor: number;
          tax_minor: number;
          total_minor: number;
          version: number;
        };
        ComputedFields: never;
        Relationships: [
          {
            foreignKeyName: 'order_batches_batch_id_fkey';
            columns: ['batch_id'];
            isOneToOne: false;
            referencedRelation: 'availability';
            referencedColumns: ['batch_id'];
          },
          {
            foreignKeyName: 'order_batches_batch_id_fkey';
            columns: ['batch_id'];
            isOneToOne: false;
            referencedRelation: 'batches';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_batches_order_id_fkey';
            columns: ['id'];
            isOneToOne: false;
            referencedRelation: 'order_records';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_batches_order_id_fkey';
            columns: ['id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_records_country_code_fkey';
            columns: ['country_code'];
            isOneToOne: false;
            referencedRelation: 'countries';
            referencedColumns: ['code'];
          },
        ];
      };
      drops: {
        Row: {
          at: string | null;
          closes_at: string | null;
          id: string | null;
          kind: string | null;
          product_id: string | null;
          title: string | null;
        };
        ComputedFields: never;
        Relationships: [];
      };
      listed_shipping_rates: {
        Row: {
          currency: string;
          from_value_minor: number;
          from_weight_grams: number;
          id: string;
          method_id: string;
          method_name: string;
          place: string | null;
          price_minor: number;
          to_value_minor: number | null;
          to_weight_grams: number;
          valid_from: string;
          valid_to: string | null;
          version: number;
          zone_id: string;
          zone_title: string;
        };
        ComputedFields: never;
        Relationships: [
          {
            foreignKeyName: 'shipping_methods_zone_id_fkey';
            columns: ['zone_id'];
            isOneToOne: false;
            referencedRelation: 'shipping_zones';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'shipping_rates_method_id_fkey';
            columns: ['method_id'];
            isOneToOne: false;
            referencedRelation: 'shipping_methods';
            referencedColumns: ['id'];
          },
        ];
      };
      orders: {
        Row: {
          address: {
            city?: string;
            country: string;
            line1?: string;
            line2?: string;
            name?: string;
            phone?: string;
            postcode?: string;
            region?: string;
          } | null;
          address_question: string | null;
          cancel_until: string | null;
          captured_minor: number;
          change_address_until: string | null;
          closed_at: string | null;
          code: string | null;
          company: {
            billing: NonNullable<Database['public']['Views']['orders']['Row']['address']> | null;
            name: string;
            purchase_number: string;
            vat_check?: { address: string; checked_at: string; consultation: string; name: string };
            vat_number: string;
          } | null;
          confirmed_at: string | null;
          consents: {
            agreed_on?: string;
            by?: string;
            group_buy?: boolean;
            how?: string;
            terms?: boolean;
          };
          country_code: string;
          currency: string;
          customer: string | null;
          discount_minor: number;
          due_minor: number | null;
          email: string | null;
          first_item: string | null;
          forgone_minor: number;
          gift_note: string | null;
          id: string;
          item_count: number | null;
          keep_until: string | null;
          kept_minor: number;
          missing_consents: string[] | null;
          number: string;
          open_returns: number;
          paid_at: string | null;
          pay_by: string;
          payment: string;
          placed_at: string;
          refund_due_minor: number;
          refunded_minor: number;
          shipment: string | null;
          shipping_method_id: string | null;
          shipping_method_name: string;
          shipping_minor: number;
          ships_together: boolean;
          status: Database['public']['Enums']['order_status'];
          subtotal_minor: number;
          tax_included_minor: number;
          tax_minor: number;
          terms_version_id: string | null;
          total_minor: number;
          updated_at: string;
          user_id: string | null;
          version: number;
          waits_for: {
            eta_precision: 'day' | 'month' | 'quarter';
            ships_on: string | null;
            title: string;
          } | null;
        };
        ComputedFields: never;
        Insert: {
          address?: never;
          address_question?: string | null;
          cancel_until?: never;
          captured_minor?: number | null;
          change_address_until?: never;
          closed_at?: string | null;
          code?: string | null;
          company?: never;
          confirmed_at?: string | null;
          consents?: Json | null;
          country_code?: string | null;
          currency?: string | null;
          customer?: never;
          discount_minor?: number | null;
          due_minor?: never;
          email?: never;
          first_item?: never;
          forgone_minor?: number | null;
          gift_note?: never;
          id?: string | null;
          item_count?: never;
          keep_until?: string | null;
          kept_minor?: number | null;
          missing_consents?: never;
          number?: string | null;
          open_returns?: number | null;
          paid_at?: string | null;
          pay_by?: string | null;
          payment?: string | null;
          placed_at?: string | null;
          refund_due_minor?: number | null;
          refunded_minor?: number | null;
          shipment?: never;
          shipping_method_id?: string | null;
          shipping_method_name?: string | null;
          shipping_minor?: number | null;
          ships_together?: boolean | null;
          status?: Database['public']['Enums']['order_status'] | null;
          subtotal_minor?: number | null;
          tax_included_minor?: number | null;
          tax_minor?: number | null;
          terms_version_id?: string | null;
          total_minor?: number | null;
          updated_at?: string | null;
          user_id?: string | null;
          version?: number | null;
          waits_for?: never;
        };
        Update: {
          address?: never;
          address_question?: string | null;
          cancel_until?: never;
          captured_minor?: number | null;
          change_address_until?: never;
          closed_at?: string | null;
          code?: string | null;
          company?: never;
          confirmed_at?: string | null;
          consents?: Json | null;
          country_code?: string | null;
          currency?: string | null;
          customer?: never;
          discount_minor?: number | null;
          due_minor?: never;
          email?: never;
          first_item?: never;
          forgone_minor?: number | null;
          gift_note?: never;
          id?: string | null;
          item_count?: never;
          keep_until?: string | null;
          kept_minor?: number | null;
          missing_consents?: never;
          number?: string | null;
          open_returns?: number | null;
          paid_at?: string | null;
          pay_by?: string | null;
          payment?: string | null;
          placed_at?: string | null;
          refund_due_minor?: number | null;
          refunded_minor?: number | null;
          shipment?: never;
          shipping_method_id?: string | null;
          shipping_method_name?: string | null;
          shipping_minor?: number | null;
          ships_together?: boolean | null;
          status?: Database['public']['Enums']['order_status'] | null;
          subtotal_minor?: number | null;
          tax_included_minor?: number | null;
          tax_minor?: number | null;
          terms_version_id?: string | null;
          total_minor?: number | null;
          updated_at?: string | null;
          user_id?: string | null;
          version?: number | null;
          waits_for?: never;
        };
        Relationships: [
          {
            foreignKeyName: 'order_records_country_code_fkey';
            columns: ['country_code'];
            isOneToOne: false;
            referencedRelation: 'countries';
            referencedColumns: ['code'];
          },
          {
            foreignKeyName: 'order_records_shipping_method_id_fkey';
            columns: ['shipping_method_id'];
            isOneToOne: false;
            referencedRelation: 'shipping_methods';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'order_records_terms_version_id_fkey';
            columns: ['terms_version_id'];
            isOneToOne: false;
            referencedRelation: 'legal_versions';
            referencedColumns: ['id'];
          },
        ];
      };
      waiting_bank_refunds: {
        Row: {
          account: {
            holder: string;
            iban: string;
            is_other?: boolean;
            is_plain: boolean;
            is_sepa: boolean;
            source: 'statement' | 'customer' | 'staff';
          } | null;
          account_end: string;
          amount_minor: number;
          created_at: string;
          currency: string;
          customer: string | null;
          id: string;
          number: string;
          order_id: string;
          reference: string;
          sent_at: string | null;
          status: string;
        };
        ComputedFields: never;
        Relationships: [
          {
            foreignKeyName: 'bank_refunds_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'order_records';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bank_refunds_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'orders';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bank_refunds_refund_id_fkey';
            columns: ['id'];
            isOneToOne: true;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
        ];
      };
    };
    Functions: {
      accept_offer: {
        Args: { p_offer: string };
        Returns: {
          choice_id: string;
          claimed_at: string;
          end_reason: null;
          entry_id: string;
          expires_at: string;
          holds_until: string;
          id: string;
          is_ordered: false;
          line: {
            design_id: null;
            offer_id: string;
            options: Record<string, string>;
            quantity: number;
            variant_id: string;
          };
          list_id: string;
          offered_at: string;
          rank: number;
          reinstated_at: null;
          round: number;
          status: 'claimed';
          title: string;
          variant_id: string;
        };
      };
      accept_staff_invitation: {
        Args: { p_token: string };
        Returns: {
          factor_due_at: string | null;
          role: 'owner' | 'editor' | 'fulfilment' | 'support';
        };
      };
      access_report: {
        Args: Record<PropertyKey, never>;
        Returns: {
          functions: { callers: 'visitors' | 'accounts' | 'service'; name: string }[];
          tables: {
            accounts_read: boolean;
            is_guarded: boolean;
            is_view: boolean;
            name: string;
            read_rules: string[];
            visitors_read: boolean;
            visitors_write: boolean;
            write_rules: string[];
          }[];
        };
      };
      add_customer_note: {
        Args: { p_customer: string; p_key?: string; p_text: string };
        Returns: string;
      };
      add_legal_version: {
        Args: {
          p_changes: string;
          p_document: string;
          p_effective_at: string;
          p_key?: string;
          p_number: number;
          p_publish_at: string;
          p_sections: Json;
        };
        Returns: number;
      };
      add_order_note: {
        Args: { p_key?: string; p_order: string; p_text: string };
        Returns: string;
      };
      add_photo: {
        Args: {
          p_agreed?: boolean;
          p_file: Json;
          p_id: string;
          p_line: string;
          p_name?: string;
          p_note?: string;
        };
        Returns: { path: string; status: 'sending' | 'waiting' | 'shown' | 'declined' };
      };
      add_return_photo: {
        Args: { p_jpeg: string; p_photo: string; p_return: string; p_token?: string };
        Returns: number;
      };
      adjust_stock: {
        Args: { p_delta: number; p_expected?: number; p_pool: string; p_reason?: string };
        Returns: { allocated: number; on_hand: number; pool_id: string };
      };
      agree_to_order: {
        Args: { p_consents: Json; p_order: string; p_token?: string };
        Returns: { id: string; missing: ('terms' | 'group_buy')[]; number: string };
      };
      alerts_called: { Args: { p_ids: string[] }; Returns: number };
      amend_order: {
        Args: {
          p_changes: Json;
          p_order: string;
          p_preview?: boolean;
          p_reason?: string;
          p_version?: number;
        };
        Returns: {
          after: {
            lines: {
              line_id: string;
              options: string[];
              quantity: number;
              title: string;
              unit_price_minor: number;
              variant_title: string;
            }[];
            shipping_minor: number;
            ships_together?: true;
            tax_minor: number;
            total_minor: number;
          };
          before: {
            lines: {
              line_id: string;
              options: string[];
              quantity: number;
              title: string;
              unit_price_minor: number;
              variant_title: string;
            }[];
            shipping_minor: number;
            ships_together?: true;
            tax_minor: number;
            total_minor: number;
          };
          currency: string;
          difference_minor: number;
          due_minor: number;
          id: string;
          number: string;
          refund_due_minor: number;
          status: Database['public']['Enums']['order_status'];
          total_minor: number;
          version: number;
        };
      };
      answer_follow: {
        Args: { p_is_wanted: boolean; p_secret: string };
        Returns:
          | {
              about: 'updates' | 'stock';
              found: true;
              is_followed: boolean;
              product_kind: Database['public']['Enums']['product_kind'];
              product_title: string;
              product_url: string;
              variant_title: string;
            }
          | { about: 'drops'; found: true; is_followed: boolean };
      };
      answer_transfer: {
        Args: { p_accepts: boolean; p_address?: Json; p_transfer: string };
        Returns: { accepted: boolean; id: string; number: string };
      };
      apply_payment_event: {
        Args: {
          p_amount_minor?: number;
          p_currency?: string;
          p_event_id: string;
          p_kind: string;
          p_order?: string;
          p_provider: string;
          p_reference?: string;
        };
        Returns: {
          order_id: string | null;
          outcome:
            | 'paid'
            | 'paid_late'
            | 'paid_more'
            | 'paid_twice'
            | 'part'
            | 'needs_refund'
            | 'mismatch'
            | 'known'
            | 'known_payment'
            | 'refunded'
            | 'known_refund'
            | 'refund_failed'
            | 'payment_failed'
            | 'payment_abandoned'
            | 'disputed'
            | 'dispute_won'
            | 'dispute_lost'
            | 'payment_mismatch'
            | 'waiting'
            | 'ignored';
        };
      };
      ask_return: {
        Args: {
          p_key?: string;
          p_kind: string;
          p_lines: Json;
          p_name?: string;
          p_order: string;
          p_reason?: string;
          p_token?: string;
        };
        Returns: {
          amount_minor: number;
          asked_at: string;
          awaits_items: boolean;
          currency: string;
          id: string;
          kind: 'withdrawal' | 'fault';
          status: 'asked' | 'agreed' | 'received' | 'settled' | 'declined' | 'dropped';
          version: number;
        };
      };
      ban_customer: {
        Args: { p_customer: string; p_note: string; p_seen_note?: string; p_until: string };
        Returns: { is_banned: boolean; until: string | null };
      };
      ban_entrant: {
        Args: { p_entry: string; p_note: string; p_seen_note?: string; p_until: string };
        Returns: { entry_id: string; is_banned: boolean; until: string | null };
      };
      batch_progress: {
        Args: { p_product: string };
        Returns: {
          code: string;
          id: string;
          kits: {
            days: { count: number; day: string }[];
            label: string;
            moq: number;
            ordered: number;
            waiting: number;
          }[];
          opened_on: string | null;
          planned_days: number | null;
          real_days: number | null;
          stages: { days: number; stage: Database['public']['Enums']['batch_stage'] }[];
        }[];
      };
      batch_record: {
        Args: { p_batch: string };
        Returns: {
          mails: { failed: number; kind: string; last_at: string; sent: number; waiting: number }[];
          stages: {
            entered_at: string;
            promised: {
              cancel_until: string | null;
              change_address_until: string | null;
              change_options_until: string | null;
              closes_at: string | null;
              eta: string | null;
              eta_precision: 'day' | 'month' | 'quarter';
              opens_at: string | null;
            };
            stage: Database['public']['Enums']['batch_stage'];
          }[];
          updates: {
            eta_after: string | null;
            eta_before: string | null;
            id: string;
            publish_at: string | null;
            stage: Database['public']['Enums']['batch_stage'] | null;
            status: Database['public']['Enums']['publish_status'];
            title: string;
            url: string;
          }[];
        };
      };
      batch_sums: {
        Args: { p_batches: string[] };
        Returns: {
          batch_id: string;
          currency: string | null;
          due_back_minor: number | null;
          paid_minor: number | null;
          paid_orders: number;
          paid_units: number;
          settled_minor: number | null;
          unpaid_minor: number | null;
          unpaid_orders: number;
          unpaid_units: number;
        }[];
      };
      begin_payment: {
        Args: { p_order: string; p_provider?: string; p_token?: string };
        Returns: {
          amount_minor: number;
          attempt_id: string;
          currency: string;
          email: string;
          number: string;
          order_id: string;
        };
      };
      begin_vat_check: {
        Args: { p_client: string; p_number: string };
        Returns:
          | { state: 'none' | 'limited' }
          | { name: string; state: 'valid' | 'invalid' }
          | { requester: string; state: 'ask' };
      };
      browser_notices: {
        Args: { p_endpoint?: string };
        Returns: { id: string | null; key: string | null; product_ids: (string | null)[] };
      };
      cancel_order: {
        Args: { p_kept_minor?: number; p_order: string; p_reason?: string; p_token?: string };
        Returns: {
          currency: string;
          id: string;
          kept_minor: number;
          number: string;
          refund_due_minor: number;
          status: 'cancelled';
        };
      };
      change_order_address: {
        Args: { p_address: Json; p_order: string; p_token?: string };
        Returns: {
          address: {
            city: string;
            country: string;
            line1: string;
            line2: string;
            name: string;
            phone: string;
            postcode: string;
            region: string;
          };
          id: string;
          number: string;
        };
      };
      change_order_options: {
        Args: { p_line: string; p_options: Json; p_token?: string };
        Returns: {
          currency: string;
          due_minor: number;
          id: string;
          number: string;
          refund_due_minor: number;
          total_minor: number;
        };
      };
      change_shipping_rates: {
        Args: { p_add: Json; p_change: Json; p_remove: Json; p_zone: string };
        Returns: { zone: string };
      };
      check_shop: {
        Args: { p_group?: string; p_run?: number };
        Returns: {
          findings: {
            about: string;
            code: string;
            desk: string;
            message: string;
            record: string;
            severity: 'fault' | 'warning';
            since: string | null;
          }[];
          run: number;
        };
      };
      claim_alerts: {
        Args: { p_limit?: number };
        Returns: { about: string; id: string; message: string }[];
      };
      claim_designs: { Args: { p_claims: Json }; Returns: { claimed: string[] } };
      claim_guest_orders: { Args: Record<PropertyKey, never>; Returns: number };
      claim_mails: {
        Args: { p_limit?: number };
        Returns: {
          attempts: number;
          id: string;
          kind: string;
          language: string;
          payload: NonNullable<Database['public']['Tables']['outbox']['Row']['payload']>;
          recipient: string;
        }[];
      };
      claim_notices: {
        Args: { p_limit?: number; p_silent?: string[] };
        Returns: {
          keys: { private: string; public: string } | null;
          notices: {
            endpoint: string;
            fact: string;
            id: string;
            kind: 'product_update' | 'new_drops';
            language: string;
            payload: Record<string, unknown>;
            public_key: string;
            secret: string;
          }[];
        };
      };
      claim_refund_calls: {
        Args: { p_limit?: number; p_orders?: string[]; p_providers: string[] };
        Returns: {
          amount_minor: number;
          charge: string;
          currency: string;
          id: string;
          is_fresh: boolean;
          order_id: string;
          provider: string;
        }[];
      };
      claim_webhook_calls: {
        Args: { p_limit?: number };
        Returns: {
          id: string;
          news:
            | { at: string; news: 'test' }
            | {
                at: string;
                closes_at?: string | null;
                entries?: number;
                kind: Database['public']['Enums']['product_kind'];
                kit?: string;
                moq?: number;
                news:
                  | 'product'
                  | 'group_buy'
                  | 'extras'
                  | Database['public']['Enums']['list_kind']
                  | 'minimum_reached'
                  | 'stage_changed'
                  | 'list_drawn';
                opens_at?: string | null;
                product_title: string;
                stage?: Database['public']['Enums']['batch_stage'];
                summary: string;
                title: string;
                url: string;
              };
          secret: string;
          url: string;
        }[];
      };
      clock_report: {
        Args: Record<PropertyKey, never>;
        Returns: {
          jobs: { job: string; problem: string; ran_at: string; worked_at: string | null }[];
          next: {
            at: string;
            count: number;
            what: 'mails' | 'unpaid_orders' | 'offers' | 'lists' | 'batches' | 'pages' | 'accounts';
          }[];
          ran_at: string | null;
        };
      };
      close_batch: {
        Args: { p_batch: string; p_is_preview?: boolean };
        Returns: {
          batch_id: string;
          dropped_kits: number;
          is_settled: boolean;
          kits: {
            currency: string;
            is_dropped: boolean;
            lines: number;
            moq: number;
            ordered: number;
            price_minor: number;
            refund_minor: number;
            title: string;
            variant_id: string;
            waiting: number;
          }[];
          settled_at: string | null;
          stage: 'closed' | 'moq_failed';
        };
      };
      colorway_uses: {
        Args: { p_colorway: string };
        Returns: {
          offered_by: { id: string; kind: 'products'; title: string }[];
          uses: {
            count: number;
            place: string;
            things: { id: string; kind: 'products' | 'lists'; title: string }[];
          }[];
        };
      };
      content_digests: { Args: Record<PropertyKey, never>; Returns: Record<string, string> };
      correct_tracking: {
        Args: {
          p_carrier: string;
          p_sends_mail?: boolean;
          p_shipment: string;
          p_tracking_number: string;
          p_was: string;
        };
        Returns: undefined;
      };
      count_translations: {
        Args: { p_language: string };
        Returns: { area: string; texts: number; translated: number; older: number }[];
      };
      decide_photo: {
        Args: { p_id: string; p_to: string; p_version: number; p_words: string };
        Returns: { id: string; status: 'waiting' | 'shown' | 'declined'; version: number };
      };
      declare_withdrawal: {
        Args: { p_email: string; p_name?: string; p_number: string };
        Returns: {
          amount_minor: number;
          asked_at: string;
          awaits_items: boolean;
          currency: string;
          found: true;
          id: string;
          kind: 'withdrawal';
          status: 'asked' | 'agreed' | 'received' | 'settled' | 'declined' | 'dropped';
          version: number;
        };
      };
      decline_offer: {
        Args: { p_offer: string };
        Returns: {
          choice_id: string;
          claimed_at: string | null;
          end_reason: string | null;
          entry_id: string;
          expires_at: string;
          holds_until: string | null;
          id: string;
          is_ordered: boolean;
          list_id: string;
          offered_at: string;
          rank: number;
          reinstated_at: string | null;
          round: number;
          status: Database['public']['Enums']['offer_status'];
          title: string;
          variant_id: string;
        };
      };
      delete_design: { Args: { p_id: string; p_secret?: string }; Returns: { id: string } };
      design_record: {
        Args: { p_design: string };
        Returns: {
          code: string;
          created_at: string;
          design: NonNullable<Database['public']['Tables']['designs']['Row']['design']>;
          has_account: boolean;
          hidden_at: string | null;
          history: {
            at: string;
            email: string | null;
            id: number;
            is_hidden: boolean;
            is_own: boolean;
            reason: string;
            role: string;
            was_hidden: boolean;
          }[];
          id: string;
          is_public: boolean;
          is_used: boolean;
          layout: string;
          like_count: number;
          maker: { id: string; name: string } | null;
          name: string;
          reports: {
            answered_at: string | null;
            has_account: boolean;
            id: string;
            reason: string;
            reported_at: string;
            reporter: { id: string; name: string } | null;
          }[];
          updated_at: string;
        };
      };
      design_sheet: {
        Args: { p_line: string };
        Returns: {
          batch_id: string | null;
          design: {
            code: string;
            colours: Record<
              string,
              {
                hex: string;
                maker: string;
                material: string;
                name: string;
                palette: string;
                physical_code: string;
              }
            >;
            design: Record<string, unknown>;
            id: string;
            name: string;
            version: number;
          };
          line: string;
          order: string;
          quantity: number;
          sku: string;
          title: string;
          variant_title: string;
        };
      };
      desk_home: {
        Args: Record<PropertyKey, never>;
        Returns: {
          what: string;
          subject: string;
          record: string;
          count: number;
          amount_minor: number | null;
          currency: string;
          at: string | null;
        }[];
      };
      draft_order: {
        Args: {
          p_address: Json;
          p_email: string;
          p_key: string;
          p_lines: Json;
          p_payment?: string;
          p_quote_hash?: string;
          p_reason?: string;
          p_shipping_method?: string;
        };
        Returns:
          | { quote: Database['public']['Functions']['quote_cart']['Returns'] }
          | {
              order: {
                currency: string;
                id: string;
                keep_until: string | null;
                number: string;
                pay_by: string;
                payment: string;
                status: Database['public']['Enums']['order_status'];
                total_minor: number;
              };
              replayed: boolean;
            };
      };
      draw_list: {
        Args: { p_list: string; p_randomness: string; p_round: number; p_signature: string };
        Returns: Database['public']['Tables']['lists']['Row'];
      };
      end_session: { Args: { p_session?: string }; Returns: boolean };
      enter_list: {
        Args: {
          p_answers?: string[];
          p_choices?: string[];
          p_comment?: string;
          p_list: string;
          p_max_wins?: number;
        };
        Returns: {
          answers: string[];
          beacon_round: number | null;
          choices: string[];
          closes_at: string | null;
          comment: string;
          entered_at: string;
          entries_hash: string | null;
          entry_count: number;
          entry_id: string;
          is_drawn: boolean;
          is_vote: boolean;
          kind: Database['public']['Enums']['list_kind'];
          last_offered_rank: number | null;
          list_id: string;
          max_wins: number;
          of: number;
          offers: Database['public']['Functions']['decline_offer']['Returns'][];
          position: number | null;
          product_kind: Database['public']['Enums']['product_kind'] | null;
          product_title: string | null;
          product_url: string | null;
          status: Database['public']['Enums']['list_status'];
          title: string;
          withdrawn_at: string | null;
        };
      };
      enter_refund_account: {
        Args: { p_holder: string; p_iban: string; p_order: string; p_token?: string };
        Returns: { account_end: string };
      };
      export_customer: {
        Args: { p_customer: string };
        Returns: Record<string, Record<string, unknown>[]>;
      };
      export_entries: {
        Args: { p_list: string };
        Returns: {
          choices: string[];
          email: string | null;
          entry_id: string;
          max_wins: number;
          name: string | null;
          place: number;
          user_id: string | null;
        }[];
      };
      extend_offer: {
        Args: { p_offer: string; p_reason: string; p_until: string };
        Returns: Database['public']['Functions']['decline_offer']['Returns'];
      };
      find_customer: { Args: { p_order: string }; Returns: string };
      find_entries: {
        Args: { p_list: string; p_search?: string };
        Returns: {
          ban_note: string;
          choices: string[];
          comment: string;
          entered_at: string;
          entry_id: string;
          has_account: boolean;
          is_banned: boolean;
          max_wins: number;
          place: number;
          strikes: number;
        }[];
      };
      find_order: {
        Args: { p_email: string; p_number: string };
        Returns: {
          found: true;
          order: {
            cancel_until: string | null;
            captured_minor: number;
            confirmed_at: string | null;
            country_code: string;
            currency: string;
            discount_minor: number;
            email: string;
            events: {
              actor: 'customer' | 'guest' | 'staff' | 'shop';
              at: string;
              from_status: Database['public']['Enums']['order_status'] | null;
              id: number;
              kind: string;
              to_status: Database['public']['Enums']['order_status'] | null;
            }[];
            forgone_minor: number;
            id: string;
            keep_until: string | null;
            lines: {
              batch_id: string | null;
              batch_stage: Database['public']['Enums']['batch_stage'] | null;
              change_options_until: string | null;
              design: { design: Record<string, unknown> } | null;
              eta: string | null;
              eta_precision: 'day' | 'month' | 'quarter' | null;
              flaws: string;
              id: string;
              kind: Database['public']['Enums']['product_kind'];
              options: NonNullable<Database['public']['Tables']['order_lines']['Row']['options']>;
              picture: string | null;
              quantity: number;
              refunded_quantity: number;
              shipment_id: string | null;
              sold_as: Database['public']['Enums']['availability_kind'];
              title: string;
              total_minor: number;
              unit_price_minor: number;
              url: string;
              variant_id: string;
              variant_title: string;
            }[];
            missing_consents: ('terms' | 'group_buy')[];
            number: string;
            paid_at: string | null;
            pay_by: string;
            payment: string;
            placed_at: string;
            refund_due_minor: number;
            refunded_minor: number;
            shipments: {
              carrier: string;
              delivered_at: string | null;
              eta_precision: 'day' | 'month' | 'quarter' | null;
              id: string;
              position: number;
              shipped_at: string | null;
              ships_on: string | null;
              status: 'planned' | 'shipped' | 'delivered';
            }[];
            shipping_method_name: string;
            shipping_minor: number;
            ships_together: boolean;
            status: Database['public']['Enums']['order_status'];
            subtotal_minor: number;
            tax_included_minor: number;
            tax_minor: number;
            total_minor: number;
            waits_for: NonNullable<
              Database['public']['Views']['orders']['Row']['waits_for']
            > | null;
          };
        };
      };
      find_payable_orders: {
        Args: { p_currency?: string; p_text: string };
        Returns: {
          captured_minor: number;
          currency: string;
          due_minor: number;
          email: string;
          id: string;
          name: string | null;
          number: string;
          placed_at: string;
          status: Database['public']['Enums']['order_status'];
          total_minor: number;
        }[];
      };
      finish_list: {
        Args: { p_list: string };
        Returns: Database['public']['Tables']['lists']['Row'];
      };
      flag_address: {
        Args: { p_order: string; p_question: string; p_version: number };
        Returns: { id: string; number: string; question: string | null; version: number };
      };
      follow_in_browser: {
        Args: { p_browser: Json; p_product?: string };
        Returns: { is_asked: true; is_followed: true };
      };
      follow_product: {
        Args: { p_email?: string; p_product?: string; p_variant?: string };
        Returns: { is_asked: true; is_followed: boolean };
      };
      forget_customer: {
        Args: { p_customer: string; p_reason: string };
        Returns: { due_at: string | null; waiting: number };
      };
      fork_design: {
        Args: { p_id: string; p_key?: string };
        Returns: Database['public']['Functions']['save_design']['Returns'];
      };
      freeze_list: {
        Args: { p_list: string };
        Returns: Database['public']['Tables']['lists']['Row'];
      };
      health: {
        Args: Record<PropertyKey, never>;
        Returns: { database: 'ok'; jobs: 'ok' | 'late' | 'never' };
      };
      invite_staff: {
        Args: { p_email: string; p_role: string };
        Returns: { expires_at: string; id: string };
      };
      issue_invoice: {
        Args: { p_order: string };
        Returns: {
          currency: string;
          kind: 'invoice' | 'credit_note';
          number: string;
          total_minor: number;
        };
      };
      keep_notice_keys: { Args: { p_private: string; p_public: string }; Returns: boolean };
      leave_list: {
        Args: { p_list: string };
        Returns: Database['public']['Functions']['enter_list']['Returns'];
      };
      like_design: {
        Args: { p_id: string; p_liked?: boolean };
        Returns: { is_liked: boolean; like_count: number };
      };
      line_design: { Args: { p_line: string }; Returns: Record<string, unknown> | null };
      list_customers: {
        Args: {
          p_after_id?: string;
          p_after_value?: string;
          p_is_ascending?: boolean;
          p_is_banned?: boolean;
          p_is_open?: boolean;
          p_kind?: string;
          p_most?: number;
          p_search?: string;
          p_sort?: string;
        };
        Returns: {
          id: string;
          kind: 'account' | 'guest';
          name: string;
          email: string;
          orders: number;
          open_orders: number;
          other_orders: number;
          spent_minor: number;
          due_minor: number;
          currency: string;
          last_order_at: string | null;
          since: string;
          is_banned: boolean;
        }[];
      };
      list_desk: {
        Args: { p_list: string };
        Returns: {
          answers: {
            chosen: number;
            option: string;
            option_id: string;
            value: string;
            value_id: string;
          }[];
          choices: {
            editions: number | null;
            id: string;
            title: string;
            variant_id: string;
            wished: number;
            wished_first: number;
          }[];
          duplicates: { because: 'address' | 'mailbox' | 'payment_mail'; entries: string[] }[];
          entries: Database['public']['Functions']['find_entries']['Returns'];
          entry_count: number;
          list: Database['public']['Tables']['lists']['Row'];
          offer_count: number;
          offers: {
            choice_id: string;
            claimed_at: string | null;
            end_reason: string | null;
            entry_id: string;
            expires_at: string;
            holds_until: string | null;
            id: string;
            is_ordered: boolean;
            list_id: string;
            offered_at: string;
            paid_at: string | null;
            rank: number;
            reinstated_at: string | null;
            round: number;
            seen_at: string | null;
            status: Database['public']['Enums']['offer_status'];
            title: string;
            variant_id: string;
          }[];
          per_day: { day: string; entered: number }[];
          read_at: string;
          unasked: number;
        };
      };
      list_media: {
        Args: {
          p_after_at?: string;
          p_after_id?: string;
          p_filter?: string;
          p_most?: number;
          p_search?: string;
        };
        Returns: {
          id: string;
          image_id: string | null;
          version: number | null;
          path: string;
          bucket: string | null;
          bytes: number | null;
          alt: string;
          width: number | null;
          height: number | null;
          is_drawn: boolean;
          at: string;
          product_id: string | null;
          product: string;
          product_status: string;
          uses: { kind: 'update' | 'sample'; record: string; title: string }[];
          is_used: boolean;
        }[];
      };
      list_photos: {
        Args: { p_after_at?: string; p_after_id?: string; p_most?: number; p_status: string };
        Returns: {
          id: string;
          version: number;
          path: string;
          width: number;
          height: number;
          note: string;
          name: string;
          alt: string;
          reason: string;
          status: 'waiting' | 'shown' | 'declined';
          sent_at: string;
          product_id: string;
          product: string;
          choice: string;
        }[];
      };
      list_public_designs: {
        Args: {
          p_after_at?: string;
          p_after_id?: string;
          p_is_ascending?: boolean;
          p_most?: number;
          p_search?: string;
          p_state: string;
        };
        Returns: {
          id: string;
          code: string;
          name: string;
          design: NonNullable<Database['public']['Tables']['designs']['Row']['design']>;
          is_hidden: boolean;
          open_reports: number;
          last_reason: string;
          at: string;
          has_account: boolean;
          maker_id: string | null;
          maker: string | null;
        }[];
      };
      list_staff: {
        Args: Record<PropertyKey, never>;
        Returns: {
          invitations: {
            email: string;
            expires_at: string;
            id: string;
            invited_by: string | null;
            mail_problem: string | null;
            role: 'owner' | 'editor' | 'fulfilment' | 'support';
            sent_at: string;
          }[];
          people: {
            added_at: string;
            email: string;
            factor_due_at: string | null;
            has_second_factor: boolean;
            is_own: boolean;
            last_seen_at: string | null;
            role: 'owner' | 'editor' | 'fulfilment' | 'support';
            user_id: string;
          }[];
        };
      };
      list_translations: {
        Args: {
          p_after?: string;
          p_area?: string;
          p_language: string;
          p_most?: number;
          p_search?: string;
          p_show?: string;
        };
        Returns: {
          place: string;
          area: string;
          owner: string;
          part: string;
          table_name: string;
          row_id: string;
          column_name: string;
          is_list: boolean;
          source: string;
          text: string;
          made_from: string;
          version: number;
          proposal: string;
        }[];
      };
      list_webhooks: {
        Args: Record<PropertyKey, never>;
        Returns: Database['public']['Functions']['test_webhook']['Returns'][];
      };
      mail_failed: { Args: { p_error?: string; p_id: string }; Returns: boolean };
      mail_orders: {
        Args: { p_key: string; p_orders: string[]; p_subject: string; p_text: string };
        Returns: {
          ok: boolean;
          order_id: string | null;
          reason:
            | 'unknown_order'
            | 'nobody_there'
            | 'already_there'
            | 'key_reused'
            | 'too_many_messages'
            | null;
        }[];
      };
      mail_sent: { Args: { p_id: string }; Returns: boolean };
      make_bank_file: {
        Args: { p_execute_on?: string; p_id: string; p_refunds: string[] };
        Returns: {
          by: string;
          execute_on: string;
          iban: string;
          id: string;
          is_kept: boolean;
          made_at: string;
          message_id: string;
          payments: number;
          reason: string;
          settled_at: string | null;
          settled_by: string | null;
          status: 'made' | 'sent' | 'discarded';
          total_minor: number;
        };
      };
      make_recovery_codes: { Args: Record<PropertyKey, never>; Returns: string[] };
      match_bank_entries: {
        Args: { p_account: string; p_entries: Json };
        Returns: {
          is_alike: boolean;
          known: {
            by: string;
            id: string;
            note: string;
            numbers: string[];
            settled_at: string | null;
            status: 'unmatched' | 'recorded' | 'set_aside';
          } | null;
          orders: {
            captured_minor: number;
            currency: string;
            due_minor: number;
            email: string;
            id: string;
            is_by_hand: boolean;
            name: string | null;
            number: string;
            placed_at: string;
            status: Database['public']['Enums']['order_status'];
            total_minor: number;
          }[];
          reason:
            | 'reference'
            | 'number'
            | 'split'
            | 'maybe_number'
            | 'email'
            | 'name'
            | 'amount'
            | null;
        }[];
      };
      moderate_design: {
        Args: { p_hidden: boolean; p_id: string; p_reason: string };
        Returns: { id: string; is_hidden: boolean };
      };
      move_return: {
        Args: {
          p_amount_minor?: number;
          p_label_url?: string;
          p_restock?: boolean;
          p_return: string;
          p_to: string;
          p_token?: string;
          p_version?: number;
          p_words?: string;
        };
        Returns: Database['public']['Functions']['ask_return']['Returns'];
      };
      my_account_state: {
        Args: Record<PropertyKey, never>;
        Returns: {
          deletion_due_at: string | null;
          factor_due_at: string | null;
          recovery_codes: number;
          works_here: boolean;
        };
      };
      my_browsers: {
        Args: Record<PropertyKey, never>;
        Returns: {
          added_at: string;
          follows: { asked_at: string; product_title: string | null; told_at: string | null }[];
          id: string;
          language: string;
          push_service: string;
          seen_at: string;
        }[];
      };
      my_cart: {
        Args: Record<PropertyKey, never>;
        Returns: {
          lines: {
            design_id: string | null;
            offer_id: string | null;
            options: Record<string, string>;
            quantity: number;
            variant_id: string;
          }[];
          saved_at: string | null;
          together: string | null;
          version: number;
        };
      };
      my_designs: {
        Args: Record<PropertyKey, never>;
        Returns: {
          code: string;
          created_at: string;
          design: NonNullable<Database['public']['Tables']['designs']['Row']['design']>;
          id: string;
          name: string;
          updated_at: string;
          version: number;
          visibility: Database['public']['Enums']['design_visibility'];
        }[];
      };
      my_follows: {
        Args: Record<PropertyKey, never>;
        Returns: (
          | {
              about: 'updates' | 'stock';
              id: string;
              product_id: string;
              product_kind: Database['public']['Enums']['product_kind'];
              product_title: string;
              product_url: string;
              since: string;
              variant_id: string | null;
              variant_title: string;
            }
          | { about: 'drops'; id: string; product_id: null; since: string; variant_id: null }
        )[];
      };
      my_list_places: {
        Args: Record<PropertyKey, never>;
        Returns: {
          is_banned: boolean;
          paused_until: string | null;
          places: Database['public']['Functions']['enter_list']['Returns'][];
          read_at: string;
          strikes: number;
        };
      };
      my_photos: {
        Args: Record<PropertyKey, never>;
        Returns: {
          agreed_at: string;
          created_at: string;
          id: string;
          name: string;
          note: string;
          order_line_id: string | null;
          path: string;
          product_id: string;
          reason: string;
          status: 'sending' | 'waiting' | 'shown' | 'declined';
        }[];
      };
      my_sessions: {
        Args: Record<PropertyKey, never>;
        Returns: {
          has_second_factor: boolean;
          id: string;
          is_current: boolean;
          last_used_at: string;
          signed_in_at: string;
          user_agent: string;
        }[];
      };
      my_staff_role: { Args: Record<PropertyKey, never>; Returns: string };
      my_transfers: {
        Args: Record<PropertyKey, never>;
        Returns: {
          offered: { email: string; expires_at: string; order_id: string }[];
          received: {
            country_code: string;
            currency: string;
            expires_at: string;
            from: string;
            id: string;
            lines: {
              flaws: string;
              has_design: boolean;
              id: string;
              kind: Database['public']['Enums']['product_kind'];
              options: NonNullable<Database['public']['Tables']['order_lines']['Row']['options']>;
              quantity: number;
              title: string;
              total_minor: number;
              url: string;
              variant_id: string;
              variant_title: string;
            }[];
            number: string;
            total_minor: number;
          }[];
        };
      };
      note_payment_keys: { Args: { p_keys: Json }; Returns: number };
      note_refused_event: {
        Args: {
          p_amount_minor?: number;
          p_currency?: string;
          p_event_id: string;
          p_kind: string;
          p_provider: string;
          p_reference?: string;
          p_why?: string;
        };
        Returns: undefined;
      };
      notice_sent: {
        Args: {
          p_is_gone?: boolean;
          p_notice: string;
          p_problem?: string;
          p_wait_seconds?: number;
        };
        Returns: boolean;
      };
      offer_next: {
        Args: { p_count?: number; p_list: string; p_round?: number; p_window?: string };
        Returns: {
          capacity: number | null;
          offered: number;
          offers: Database['public']['Functions']['decline_offer']['Returns'][];
          released: number;
        };
      };
      offer_transfer: {
        Args: { p_email?: string; p_order: string };
        Returns:
          | { email: null; order_id: string }
          | { email: string; expires_at: string; order_id: string };
      };
      open_bank_statement: { Args: { p_statement: Json }; Returns: { id: string } };
      open_customer: {
        Args: { p_customer: string };
        Returns: {
          ban: { note: string; since: string; until: string | null } | null;
          currency: string;
          declined_topics: string[];
          deletion_due_at: string | null;
          designs: {
            code: string;
            id: string;
            name: string;
            updated_at: string;
            visibility: Database['public']['Enums']['design_visibility'];
          }[];
          due_minor: number;
          email: string;
          entries: {
            entered_at: string;
            id: string;
            kind: Database['public']['Enums']['list_kind'];
            list: string;
            offers: {
              expires_at: string;
              id: string;
              number: string | null;
              offered_at: string;
              status: Database['public']['Enums']['offer_status'];
            }[];
            withdrawn_at: string | null;
          }[];
          follows: {
            about: 'updates' | 'stock' | 'drops';
            asked_at: string;
            confirmed_at: string | null;
            ended_at: string | null;
            id: string;
            product: string | null;
          }[];
          id: string;
          is_masked: boolean;
          is_proven: boolean;
          is_staff: boolean;
          kind: 'account' | 'guest';
          last_order_at: string | null;
          mails: {
            at: string;
            given_up_at: string | null;
            id: string;
            kind: string;
            number: string;
            sent_at: string | null;
            subject: string;
          }[];
          name: string;
          notes: {
            at: string;
            email: string | null;
            id: string;
            is_own: boolean;
            number: string | null;
            role: string | null;
            text: string;
          }[];
          order_count: number;
          orders: {
            currency: string;
            due_minor: number;
            id: string;
            is_guest: boolean;
            number: string;
            placed_at: string;
            refund_due_minor: number;
            status: Database['public']['Enums']['order_status'];
            total_minor: number;
          }[];
          other_orders: number;
          read_at: string;
          returns: {
            amount_minor: number;
            asked_at: string;
            currency: string;
            id: string;
            kind: 'withdrawal' | 'fault';
            number: string;
            status: 'asked' | 'agreed' | 'received' | 'settled' | 'declined' | 'dropped';
          }[];
          since: string;
          spent_minor: number;
        };
      };
      open_design: {
        Args: { p_key: string; p_secret?: string };
        Returns: {
          code: string;
          design: NonNullable<Database['public']['Tables']['designs']['Row']['design']>;
          forked_from: { code: string; id: string; name: string } | null;
          id: string;
          is_hidden: boolean;
          is_liked: boolean;
          is_mine: boolean;
          is_used: boolean;
          like_count: number;
          name: string;
          updated_at: string;
          version: number;
          visibility: Database['public']['Enums']['design_visibility'];
        } | null;
      };
      open_document: {
        Args: { p_number: string; p_token?: string };
        Returns: {
          account: { bank: string; bic: string; holder: string; iban: string } | null;
          buyer: {
            address: {
              city: string;
              country: string;
              country_name: string;
              line1: string;
              line2: string;
              name: string;
              postcode: string;
              region: string;
            };
            company?: string;
            delivery?: {
              city: string;
              country: string;
              country_name: string;
              line1: string;
              line2: string;
              name: string;
              postcode: string;
              region: string;
            };
            email: string;
            name: string;
            purchase_number?: string;
            vat_number?: string;
          };
          corrects: { issued_on: string; number: string } | null;
          currency: string;
          hash: string;
          issued_on: string;
          kind: 'invoice' | 'credit_note';
          language?: string;
          lines: {
            detail: string;
            discount_minor: number;
            gross_minor: number;
            key: string;
            net_minor: number;
            quantity: number;
            rate_basis_points: number;
            sku: string;
            tax_minor: number;
            tax_name: string;
            tax_scheme: string;
            title: string;
            units: number;
          }[];
          net_minor: number;
          number: string;
          order: { number: string; payment: string; placed_on: string };
          paid_minor: number;
          pay_by: string | null;
          reason: string;
          seller: {
            city: string;
            country: string;
            country_name: string;
            email: string;
            line1: string;
            line2: string;
            name: string;
            postcode: string;
            register: string;
            registration: string;
            vat_number: string;
          };
          tax_minor: number;
          taxes: {
            category: 'S' | 'Z' | 'E' | 'K' | 'G';
            name: string;
            net_minor: number;
            rate_basis_points: number;
            reason: string;
            scheme: string;
            tax_minor: number;
          }[];
          terms: string;
          total_minor: number;
        };
      };
      open_extras: {
        Args: { p_batch: string; p_extras: Json };
        Returns: { batch_id: string; kits: number; stage: 'extras' };
      };
      open_list: {
        Args: { p_list: string; p_version?: number };
        Returns: Database['public']['Tables']['lists']['Row'];
      };
      open_order: {
        Args: { p_acting?: string; p_number: string; p_token?: string };
        Returns:
          | { found: false; message: string; reason: 'not_found' }
          | {
              found: true;
              is_by_account: boolean;
              is_full: boolean;
              is_guests: boolean;
              may_act: boolean;
              order: {
                address?: NonNullable<Database['public']['Views']['orders']['Row']['address']>;
                address_question?: string | null;
                cancel_until: string | null;
                captured_minor: number;
                change_address_until?: string | null;
                closed_at?: string | null;
                code?: string | null;
                company?: NonNullable<
                  Database['public']['Views']['orders']['Row']['company']
                > | null;
                confirmed_at: string | null;
                consents?: NonNullable<Database['public']['Views']['orders']['Row']['consents']>;
                country_code: string;
                currency: string;
                customer?: string | null;
                discount_minor: number;
                documents?: Database['public']['Tables']['documents']['Row'][];
                due_minor?: number;
                email: string;
                events: {
                  actor: 'customer' | 'guest' | 'staff' | 'shop';
                  actor_id?: string | null;
                  after?: Record<string, unknown>;
                  at: string;
                  before?: Record<string, unknown>;
                  from_status: Database['public']['Enums']['order_status'] | null;
                  id: number;
                  kind: string;
                  order_id?: string;
                  reason?: string;
                  to_status: Database['public']['Enums']['order_status'] | null;
                }[];
                first_item?: string | null;
                forgone_minor: number;
                gift_note?: string | null;
                id: string;
                item_count?: number | null;
                keep_until: string | null;
                kept_minor?: number;
                lines: {
                  batch_id: string | null;
                  batch_stage: Database['public']['Enums']['batch_stage'] | null;
                  change_options_until: string | null;
                  currency?: string;
                  design: NonNullable<
                    Database['public']['Tables']['order_lines']['Row']['design']
                  > | null;
                  design_id?: string | null;
                  discount_minor?: number;
                  eta: string | null;
                  eta_precision: 'day' | 'month' | 'quarter' | null;
                  flaws: string;
                  id: string;
                  kind: Database['public']['Enums']['product_kind'];
                  offer_id?: string | null;
                  options: NonNullable<
                    Database['public']['Tables']['order_lines']['Row']['options']
                  >;
                  order_id?: string;
                  picture: string | null;
                  position?: number;
                  product_id?: string;
                  quantity: number;
                  refunded_quantity: number;
                  restocked_quantity?: number;
                  shipment_id: string | null;
                  sku?: string;
                  sold_as: Database['public']['Enums']['availability_kind'];
                  tax_included?: boolean;
                  tax_minor?: number;
                  tax_name?: string;
                  tax_rate_basis_points?: number;
                  tax_scheme?: string;
                  title: string;
                  total_minor: number;
                  unit_price_minor: number;
                  url: string;
                  variant_id: string;
                  variant_title: string;
                  weight_grams?: number;
                }[];
                missing_consents: ('terms' | 'group_buy')[];
                number: string;
                open_returns?: number;
                paid_at: string | null;
                pay_by: string;
                payment: string;
                payments?: Database['public']['Tables']['payments']['Row'][];
                placed_at: string;
                refund_due_minor: number;
                refunded_minor: number;
                shipment?: 'planned' | 'partly_shipped' | 'shipped' | 'delivered' | null;
                shipments: {
                  batch_id?: string | null;
                  carrier: string;
                  delivered_at: string | null;
                  eta_precision: 'day' | 'month' | 'quarter' | null;
                  id: string;
                  order_id?: string;
                  package?: NonNullable<
                    Database['public']['Tables']['shipments']['Row']['package']
                  > | null;
                  package_id?: string | null;
                  position: number;
                  shipped_at: string | null;
                  ships_on: string | null;
                  status: 'planned' | 'shipped' | 'delivered';
                  tracking_number?: string;
                  tracking_url?: string;
                  weight_grams?: number;
                }[];
                shipping_method_id?: string | null;
                shipping_method_name: string;
                shipping_minor: number;
                ships_together: boolean;
                status: Database['public']['Enums']['order_status'];
                subtotal_minor: number;
                tax_included_minor: number;
                tax_minor: number;
                terms_version_id?: string | null;
                total_minor: number;
                updated_at?: string;
                user_id?: string | null;
                version?: number;
                waits_for: NonNullable<
                  Database['public']['Views']['orders']['Row']['waits_for']
                > | null;
              };
              trouble: {
                message: string;
                reason: 'over_limit' | 'code_used_up' | 'code_used';
              } | null;
            };
      };
      open_shelf: {
        Args: { p_token: string };
        Returns: {
          is_shared: boolean;
          items: {
            choice: string;
            id: string;
            kind: Database['public']['Enums']['product_kind'] | null;
            note: string;
            since: string;
            title: string;
            url: string | null;
            variant_id: string | null;
          }[];
          name: string;
        };
      };
      open_staff_invitation: {
        Args: { p_token: string };
        Returns: {
          email: string;
          expires_at: string;
          has_account: boolean;
          role: 'owner' | 'editor' | 'fulfilment' | 'support';
        };
      };
      order_actors: {
        Args: { p_order: string };
        Returns: {
          email: string | null;
          event_id: number;
          is_own: boolean | null;
          role: 'owner' | 'editor' | 'fulfilment' | 'support' | null;
        }[];
      };
      pass_captcha: { Args: { p_key: string }; Returns: undefined };
      photo_files_to_remove: {
        Args: Record<PropertyKey, never>;
        Returns: { bucket: string; path: string }[];
      };
      place_order: {
        Args: {
          p_address: Json;
          p_code?: string;
          p_consents?: Json;
          p_email: string;
          p_key: string;
          p_lines: Json;
          p_payment?: string;
          p_quote_hash?: string;
          p_shipping_method: string;
        };
        Returns: {
          order: {
            currency: string;
            id: string;
            keep_until: string | null;
            number: string;
            pay_by: string;
            payment: string;
            status: Database['public']['Enums']['order_status'];
            token: string;
            total_minor: number;
          };
          replayed: boolean;
        };
      };
      preview_offers: {
        Args: { p_count?: number; p_list: string };
        Returns: { choice_id: string; entry_id: string; place: number; variant_id: string }[];
      };
      price_refund: {
        Args: { p_lines: Json; p_order: string };
        Returns: { amount_minor: number; currency: string };
      };
      product_history: {
        Args: { p_before?: number; p_product: string };
        Returns: {
          changes: {
            action: 'insert' | 'update' | 'delete';
            after: Record<string, unknown>;
            at: string;
            before: Record<string, unknown>;
            email: string | null;
            id: number;
            is_own: boolean;
            role: string;
            row_id: string;
            table:
              | 'products'
              | 'product_options'
              | 'option_values'
              | 'option_rules'
              | 'variants'
              | 'product_images'
              | 'product_sounds'
              | 'product_facts'
              | 'batches'
              | 'batch_kits'
              | 'batch_price_tiers'
              | 'stock_pools';
          }[];
          has_more: boolean;
        };
      };
      product_reach: {
        Args: { p_after?: string; p_most?: number };
        Returns: {
          countries: number;
          next: string | null;
          products: {
            blocked: { countries: string[]; reason: string }[];
            can_be_ordered: boolean;
            id: string;
            states: {
              batch_stage: Database['public']['Enums']['batch_stage'] | null;
              list_status: Database['public']['Enums']['list_status'] | null;
              stock: string;
            }[];
            title: string;
          }[];
          total: number | null;
        };
      };
      put_back_row: { Args: { p_key: Json; p_table: string }; Returns: Record<string, unknown> };
      quote_cart: {
        Args: {
          p_code?: string;
          p_country?: string;
          p_lines: Json;
          p_shipping_method?: string;
          p_together?: boolean;
          p_vat_number?: string;
        };
        Returns: {
          codes: { amount_minor: number; code: string; id: string; title: string }[];
          country: string | null;
          currency: string;
          discount_minor: number;
          lines: {
            batch_id: string | null;
            currency: string;
            design_id: string | null;
            discount_minor: number;
            eta_precision: 'day' | 'month' | 'quarter' | null;
            flaws: string;
            kind: Database['public']['Enums']['product_kind'] | null;
            line: number;
            most_of_variant: number | null;
            offer_id: string | null;
            options: NonNullable<
              Database['public']['Tables']['order_lines']['Row']['options']
            > | null;
            parcel: string | null;
            picture: string | null;
            product_id: string | null;
            quantity: number;
            ships_on: string | null;
            sku: string | null;
            sold_as: Database['public']['Enums']['availability_kind'] | null;
            tax_included: boolean;
            tax_minor: number;
            tax_name: string;
            tax_rate_basis_points: number;
            tax_scheme: string;
            title: string | null;
            total_minor: number | null;
            unit_price_minor: number | null;
            url: string | null;
            variant_id: string;
            variant_title: string | null;
            weight_grams: number | null;
          }[];
          problems: {
            details: { limit?: number; tag?: string; variant_id?: string };
            line: number | null;
            message: string;
            reason: string;
          }[];
          quote_hash: string;
          quoted_at: string;
          shipments: {
            batch_id: string | null;
            eta_precision: 'day' | 'month' | 'quarter';
            handling_days: number;
            lines: number[];
            parcel: string;
            position: number;
            ships_on: string | null;
            value_minor: number;
            weight_grams: number;
          }[];
          shipping_method: string | null;
          shipping_methods: {
            carrier: string;
            code: string;
            currency: string;
            days_max: number;
            days_min: number;
            id: string;
            is_tracked: boolean;
            name: string;
            note: string;
            price_minor: number | null;
            reason: string | null;
          }[];
          shipping_minor: number;
          ships_together: boolean;
          subtotal_minor: number;
          tax_included_minor: number;
          tax_minor: number;
          tax_scheme: string;
          together: {
            batch_id: string | null;
            changes_tax: boolean;
            eta_precision: 'day' | 'month' | 'quarter';
            handling_days: number;
            parcels: number;
            reason: string | null;
            saves_minor: number | null;
            ships_on: string | null;
          } | null;
          total_minor: number;
        };
      };
      read_bank_file: { Args: { p_id: string }; Returns: { content: string; name: string } };
      read_bank_files: {
        Args: { p_before?: string };
        Returns: Database['public']['Functions']['make_bank_file']['Returns'][];
      };
      read_bank_statements: {
        Args: { p_before?: string; p_header?: string };
        Returns: {
          account: string;
          by: string;
          columns: NonNullable<Database['public']['Tables']['bank_statements']['Row']['columns']>;
          currency: string | null;
          file_name: string;
          first_on: string;
          format: 'camt' | 'csv';
          id: string;
          last_on: string;
          payments: number;
          read_at: string;
          recorded: number;
          recorded_minor: number;
          unmatched: number;
        }[];
      };
      record_consents: {
        Args: { p_agreed_on: string; p_how: string; p_note: string; p_order: string };
        Returns: Database['public']['Functions']['agree_to_order']['Returns'];
      };
      record_payment: {
        Args: {
          p_amount_minor?: number;
          p_captured_so_far?: number;
          p_key?: string;
          p_note?: string;
          p_order: string;
          p_reference?: string;
        };
        Returns: {
          captured_minor: number;
          currency: string;
          outcome: 'paid' | 'part' | 'paid_late' | 'paid_more' | 'paid_twice' | 'needs_refund';
          refund_due_minor: number;
          refunded_minor: number;
          status: Database['public']['Enums']['order_status'];
        };
      };
      record_vat_check: {
        Args: {
          p_address: string;
          p_consultation: string;
          p_is_valid: boolean;
          p_name: string;
          p_number: string;
        };
        Returns: undefined;
      };
      redeem_recovery_code: { Args: { p_code: string }; Returns: { done: true } };
      refund_account: {
        Args: { p_order: string; p_token?: string };
        Returns: {
          account_end: string | null;
          currency: string;
          owed_minor: number;
          source: 'statement' | 'customer' | 'staff' | null;
          transfers: { account_end: string; amount_minor: number; sent_at: string | null }[];
        };
      };
      refund_called: {
        Args: { p_id: string; p_is_final?: boolean; p_problem?: string; p_reference?: string };
        Returns: string;
      };
      refund_order: {
        Args: {
          p_amount_minor?: number;
          p_is_sent?: boolean;
          p_lines?: Json;
          p_order: string;
          p_reason?: string;
          p_refunded_so_far?: number;
          p_restock?: boolean;
        };
        Returns: {
          amount_minor: number;
          captured_minor: number;
          currency: string;
          payment_id: string;
          refunded_minor: number;
          status: Database['public']['Enums']['order_status'];
        };
      };
      refund_orders: {
        Args: { p_orders: string[]; p_reason: string; p_refunded_so_far: number[] };
        Returns: {
          ok: boolean;
          order_id: string | null;
          reason: 'unknown_order' | 'nothing_due' | 'refunds_changed' | 'already_there' | null;
        }[];
      };
      rehearse_draw: {
        Args: { p_list: string; p_randomness: string };
        Returns: {
          capacity: number;
          entries_hash: string;
          entry_count: number;
          given: number;
          last_winning_place: number;
          list_id: string;
          max_wins: number;
          randomness: string;
          rows: {
            because: 'won' | 'no_account' | 'kept_off' | 'wishes_gone' | 'too_late';
            entry_id: string;
            place: number;
            won: string[];
          }[];
        };
      };
      reinstate_entry: {
        Args: { p_entry: string; p_reason: string };
        Returns: { entry_id: string; reinstated: number };
      };
      remove_photo: {
        Args: { p_id: string };
        Returns: { files: { bucket: 'photo-inbox' | 'customer-photos'; path: string }[] };
      };
      remove_webhook: { Args: { p_webhook: string }; Returns: boolean };
      report_design: { Args: { p_id: string; p_reason: string }; Returns: { reported: true } };
      request_account_deletion: { Args: Record<PropertyKey, never>; Returns: { due_at: string } };
      request_publish: {
        Args: { p_note?: string };
        Returns: { id: string; joined: boolean; requested_at: string; status: 'queued' };
      };
      resend_mail: { Args: { p_id: string }; Returns: string };
      resend_staff_invitation: {
        Args: { p_invitation: string };
        Returns: Database['public']['Functions']['invite_staff']['Returns'];
      };
      retire_colorway: {
        Args: { p_colorway: string; p_version: number };
        Returns: { id: string; outcome: 'removed' | 'archived' };
      };
      return_photos: {
        Args: { p_return: string; p_token?: string };
        Returns: { id: string; jpeg: string }[];
      };
      reveal_contact: {
        Args: { p_order: string; p_reason: string };
        Returns: {
          address: NonNullable<Database['public']['Views']['orders']['Row']['address']>;
          email: string;
        };
      };
      reveal_customer: {
        Args: { p_customer: string; p_reason: string };
        Returns: { email: string; name: string };
      };
      revoke_offer: {
        Args: { p_expires_at?: string; p_offer: string; p_reason: string };
        Returns: Database['public']['Functions']['decline_offer']['Returns'];
      };
      run_due_jobs: {
        Args: Record<PropertyKey, never>;
        Returns: { already_running: true } | Record<string, number | string>;
      };
      sales_figures: {
        Args: { p_from: string; p_to: string };
        Returns: {
          batches: {
            code: string;
            eta: string | null;
            eta_precision: 'day' | 'month' | 'quarter';
            kits: { count: number; label: string; moq: number }[];
            original_eta: string | null;
            shipped_on: string | null;
            stages: { days: number; stage: Database['public']['Enums']['batch_stage'] }[];
          }[];
          before: {
            buyers: number;
            net_minor: number;
            orders: number;
            other_orders: number;
            refunded_minor: number;
            returning: number;
            units: number;
          };
          countries: { count: number; label: string }[];
          currency: string;
          days: { before_minor: number; day: string; net_minor: number; orders: number }[];
          from: string;
          kits: { count: number; label: string }[];
          options: { count: number; label: string }[];
          stock: { days: number; label: string; left: number; sold: number }[];
          to: string;
          totals: {
            buyers: number;
            net_minor: number;
            orders: number;
            other_orders: number;
            refunded_minor: number;
            returning: number;
            units: number;
          };
        };
      };
      save_batch_kit: {
        Args: { p_batch: string; p_expected: Json; p_terms: Json; p_variant: string };
        Returns: {
          capacity: number | null;
          moq: number;
          tiers: { from_count: number; price_minor: number }[];
        };
      };
      save_cart: {
        Args: { p_lines: Json; p_together?: string; p_version: number };
        Returns: {
          is_saved: boolean;
          lines: {
            design_id: string | null;
            offer_id: string | null;
            options: Record<string, string>;
            quantity: number;
            variant_id: string;
          }[];
          saved_at: string | null;
          together: string | null;
          version: number;
        };
      };
      save_design: {
        Args: { p_design: Json; p_id?: string; p_key?: string; p_version?: number };
        Returns: { code: string; id: string; secret: string | null; version: number };
      };
      save_product: {
        Args: { p_product: Json };
        Returns: { id: string; url: string; version: number };
      };
      save_translations: {
        Args: { p_language: string; p_takes_older?: boolean; p_texts: Json };
        Returns: {
          table_name: string;
          row_id: string;
          column_name: string;
          outcome:
            | 'saved'
            | 'same'
            | 'removed'
            | 'conflict'
            | 'source_changed'
            | 'gone'
            | 'too_long'
            | 'lines'
            | 'unknown_setting';
          source: string;
          text: string;
          made_from: string;
          version: number;
        }[];
      };
      save_webhook: {
        Args: {
          p_is_active: boolean;
          p_name: string;
          p_tells: string[];
          p_url: string;
          p_webhook?: string;
        };
        Returns: {
          called_at: string | null;
          given_up: number;
          host: string;
          id: string;
          is_active: boolean;
          last_error: string;
          name: string;
          secret: string | null;
          tells: string[];
          test: { asked_at: string; called_at: string | null; last_error: string } | null;
          waiting: number;
        };
      };
      save_wishes: {
        Args: { p_changes: Json };
        Returns: {
          left_out: number[];
          wishes: {
            id: string;
            kept_at: string;
            kind: Database['public']['Enums']['product_kind'] | null;
            note: string;
            options: Record<string, string>;
            product_id: string | null;
            title: string;
            url: string | null;
            variant_ids: string[];
            was_gone: boolean;
          }[];
        };
      };
      search_desk: {
        Args: { p_kinds?: string[]; p_most?: number; p_text: string };
        Returns: {
          kind: 'order' | 'customer' | 'product' | 'variant' | 'list' | 'update';
          record: string;
          title: string;
          note: string;
          status: string;
          count: number | null;
          amount_minor: number | null;
          currency: string;
          at: string | null;
          rank: number;
        }[];
      };
      send_bank_refund: {
        Args: { p_refund: string };
        Returns: { id: string; sent_at: string; status: 'sent' };
      };
      send_order_link: {
        Args: { p_number: string; p_token: string };
        Returns: { email: string; number: string };
      };
      send_photo: { Args: { p_id: string }; Returns: { status: 'waiting' | 'shown' | 'declined' } };
      send_update: {
        Args: { p_is_preview?: boolean; p_update: string };
        Returns: { batches: number; buyers: number; is_sent: boolean };
      };
      set_address_lock: {
        Args: { p_batch: string; p_until: string; p_version: number };
        Returns: { change_address_until: string | null; id: string; version: number };
      };
      set_alert_rule: {
        Args: {
          p_calls: boolean;
          p_code: string;
          p_mails: boolean;
          p_roles: string[];
          p_threshold: number;
        };
        Returns: {
          calls: boolean;
          code: string;
          mails: boolean;
          roles: string[];
          threshold: number;
        };
      };
      set_country_zones: {
        Args: { p_country: string; p_expected: string[]; p_zones: string[] };
        Returns: { country: string; zones: string[] };
      };
      set_currency_rates: { Args: { p_key?: string; p_rates: Json }; Returns: number };
      set_staff_role: {
        Args: { p_email: string; p_role?: string };
        Returns: { role: 'owner' | 'editor' | 'fulfilment' | 'support' | null; user_id: string };
      };
      settle_bank_entry: {
        Args: {
          p_entry: Json;
          p_note?: string;
          p_parts?: Json;
          p_statement?: string;
          p_status: string;
        };
        Returns: {
          by: string;
          id: string;
          note: string;
          numbers: string[];
          orders: {
            amount_minor: number;
            captured_minor: number;
            currency: string;
            due_minor: number;
            email: string;
            id: string;
            name: string | null;
            number: string;
            outcome: 'paid' | 'part' | 'paid_late' | 'paid_more' | 'paid_twice' | 'needs_refund';
            placed_at: string;
            refund_due_minor: number;
            status: Database['public']['Enums']['order_status'];
            total_minor: number;
          }[];
          settled_at: string | null;
          status: 'unmatched' | 'recorded' | 'set_aside';
          was_known: boolean;
        };
      };
      settle_bank_file: {
        Args: { p_id: string; p_reason?: string; p_status: string };
        Returns: Database['public']['Functions']['make_bank_file']['Returns'];
      };
      ship_parcels: {
        Args: { p_despite_due?: string; p_parcels: Json };
        Returns: {
          due_minor?: number;
          ok: boolean;
          reason:
            | 'unknown_parcel'
            | 'wrong_tracking'
            | 'unknown_package'
            | 'address_problem'
            | 'withdrawn'
            | 'not_complete'
            | 'money_due'
            | 'illegal_move'
            | null;
          shipment_id: string | null;
        }[];
      };
      shop_health: {
        Args: Record<PropertyKey, never>;
        Returns: {
          alerts: {
            about: string;
            closed_at: string | null;
            code: string;
            desk: string;
            id: string;
            message: string;
            opened_at: string;
            record: string;
          }[];
          database: 'ok';
          jobs: 'ok' | 'late' | 'never';
          owner: {
            backup: {
              bytes: number;
              files: number;
              is_encrypted: boolean;
              is_verified: boolean;
              lost_files: number;
              made_at: string;
              rows: number;
              sha256: string;
            } | null;
            database_bytes: number;
            mails_waiting: number;
            notices_given_up: number;
            rules: Database['public']['Functions']['set_alert_rule']['Returns'][];
          } | null;
        };
      };
      start_group_buy: {
        Args: {
          p_batch: string;
          p_closes_at: string;
          p_eta: string;
          p_kits: Json;
          p_list: string;
          p_opens_at: string;
        };
        Returns: {
          batch_id: string;
          closes_at: string;
          opens_at: string;
          stage: 'announced';
          told: number;
        };
      };
      stock_actors: {
        Args: { p_entries: number[] };
        Returns: { email: string | null; entry_id: number; is_own: boolean; role: string | null }[];
      };
      stop_browser_notices: { Args: { p_browser: string }; Returns: boolean };
      test_webhook: {
        Args: { p_webhook: string };
        Returns: {
          called_at: string | null;
          given_up: number;
          host: string;
          id: string;
          is_active: boolean;
          last_error: string;
          name: string;
          tells: string[];
          test: { asked_at: string; called_at: string | null; last_error: string } | null;
          waiting: number;
        };
      };
      transition_orders: {
        Args: {
          p_despite_due?: string;
          p_from?: string[];
          p_orders: string[];
          p_reason?: string;
          p_to: string;
        };
        Returns: {
          due_minor?: number;
          ok: boolean;
          order_id: string | null;
          reason:
            | 'unknown_order'
            | 'already_there'
            | 'moved_meanwhile'
            | 'illegal_move'
            | 'reason_missing'
            | 'address_problem'
            | 'withdrawn'
            | 'not_complete'
            | 'goods_gone'
            | 'money_due'
            | null;
          status?: Database['public']['Enums']['order_status'];
        }[];
      };
      undo_account_deletion: { Args: { p_token?: string }; Returns: boolean };
      unfollow_in_browser: { Args: { p_endpoint: string; p_product?: string }; Returns: boolean };
      unfollow_product: { Args: { p_follow: string }; Returns: boolean };
      vat_report: {
        Args: { p_from: string; p_to: string };
        Returns: {
          country: string;
          country_name: string;
          credit_notes: number;
          currency: string;
          invoices: number;
          net_minor: number;
          rate_basis_points: number;
          scheme: 'domestic' | 'oss' | 'local' | 'export' | 'reverse_charge' | 'none';
          tax_minor: number;
        }[];
      };
      visit_funnel: {
        Args: { p_from: string; p_to: string };
        Returns: {
          from: string;
          orders: number;
          paid: number;
          steps: {
            step:
              | 'product_viewed'
              | 'cart_line_added'
              | 'cart_viewed'
              | 'checkout_started'
              | 'order_placed';
            visits: number;
          }[];
          to: string;
        };
      };
      waiting_changes: {
        Args: { p_since: string };
        Returns: {
          changes: {
            after: Record<string, unknown>;
            at: string;
            before: Record<string, unknown>;
            by: string;
            email: string | null;
            is_own: boolean;
            kind: 'new' | 'changed' | 'gone' | 'due';
            product: string | null;
            product_id: string | null;
            row_id: string;
            table: string;
            title: string;
          }[];
          count: number;
          since: string;
        };
      };
      ways_back: {
        Args: { p_order: string; p_token?: string };
        Returns: {
          cancel: { back_minor: number; kept_minor: number; until: string | null } | null;
          lines: {
            amount_minor: number;
            line_id: string;
            of: number;
            percent: number;
            quantity: number;
            until: string | null;
            warranty_until: string | null;
            way:
              | 'ended'
              | 'unpaid'
              | 'made_for_you'
              | 'too_late'
              | 'withdrawal'
              | 'late'
              | 'before_closing'
              | 'not_made'
              | 'before_production'
              | 'in_production'
              | 'packed'
              | 'before_packing';
          }[];
          postage_minor: number;
          returns: {
            amount_minor: number;
            answer: string;
            answered_at: string | null;
            asked_at: string;
            ended_at: string | null;
            id: string;
            kind: 'withdrawal' | 'fault';
            label_url: string;
            lines: NonNullable<Database['public']['Tables']['order_returns']['Row']['lines']>;
            name: string;
            photo_count: number;
            reason: string;
            received_at: string | null;
            refunded_minor: number | null;
            status: 'asked' | 'agreed' | 'received' | 'settled' | 'declined' | 'dropped';
            version: number;
          }[];
        };
      };
      webhook_called: { Args: { p_call: string; p_problem?: string }; Returns: boolean };
      withdraw_staff_invitation: { Args: { p_invitation: string }; Returns: boolean };
    };
    Enums: {
      availability_kind: 'in_stock' | 'group_buy' | 'preorder' | 'list' | 'archived';
      batch_stage:
        | 'draft'
        | 'interest_check'
        | 'announced'
        | 'open'
        | 'closed'
        | 'moq_failed'
        | 'in_production'
        | 'quality_control'
        | 'shipping'
        | 'extras'
        | 'archived';
      colorway_status: 'planned' | 'sampling' | 'current' | 'archived';
      design_visibility: 'private' | 'unlisted' | 'public';
      list_kind: 'raffle' | 'waiting_list' | 'interest_check';
      list_status: 'draft' | 'open' | 'closed' | 'frozen' | 'drawn' | 'finished';
      offer_status: 'pending' | 'claimed' | 'expired' | 'revoked';
      order_status:
        | 'awaiting_payment'
        | 'paid'
        | 'in_production'
        | 'ready_to_ship'
        | 'shipped'
        | 'delivered'
        | 'expired'
        | 'cancelled'
        | 'refunded';
      product_kind: 'keyboard' | 'product' | 'artisan';
      publish_status: 'draft' | 'scheduled' | 'published' | 'archived';
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema['Enums']
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {
      availability_kind: ['in_stock', 'group_buy', 'preorder', 'list', 'archived'],
      batch_stage: [
        'draft',
        'interest_check',
        'announced',
        'open',
        'closed',
        'moq_failed',
        'in_production',
        'quality_control',
        'shipping',
        'extras',
        'archived',
      ],
      colorway_status: ['planned', 'sampling', 'current', 'archived'],
      design_visibility: ['private', 'unlisted', 'public'],
      list_kind: ['raffle', 'waiting_list', 'interest_check'],
      list_status: ['draft', 'open', 'closed', 'frozen', 'drawn', 'finished'],
      offer_status: ['pending', 'claimed', 'expired', 'revoked'],
      order_status: [
        'awaiting_payment',
        'paid',
        'in_production',
        'ready_to_ship',
        'shipped',
        'delivered',
        'expired',
        'cancelled',
        'refunded',
      ],
      product_kind: ['keyboard', 'product', 'artisan'],
      publish_status: ['draft', 'scheduled', 'published', 'archived'],
    },
  },
} as const;

/** What refusals of a function tell beside their reasons. */
export interface RefusalDetails {
  adjust_stock: { allocated?: number; on_hand?: number };
  place_order: {
    fields?: Record<string, string>;
    placed?: Database['public']['Functions']['place_order']['Returns'];
    quote?: Database['public']['Functions']['quote_cart']['Returns'];
  };
  save_batch_kit: { theirs?: Database['public']['Functions']['save_batch_kit']['Returns'] | null };
  save_product: {
    code?: string;
    conflicts?: { id: string; table: string; theirs: Record<string, unknown> | null }[];
    detail?: string | null;
    message?: string;
  };
  set_country_zones: { zones?: string[] };
}
