-- Checks the signature of the public beacon inside the database: BLS12-381 with short signatures (a point
-- of G1) under the key of drand quicknet. Numbers of the field Fp are numerics and may be negative between
-- steps. A number of Fp2 is two of them, real part first; one of Fp12 is six of Fp2, the coefficients of
-- w^0 to w^5 with w^6 = 1 + u. Only public values are computed with, so nothing here has to run in constant time.

create function private.field_prime() returns numeric
language sql immutable parallel safe
set search_path = ''
as $$
  select 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab::numeric
$$;
comment on function private.field_prime() is 'The prime of the field that BLS12-381 is over.';

create function private.field_power(p_base numeric, p_exponent numeric) returns numeric
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_base numeric := p_base % v_p;
  v_left numeric := p_exponent;
  v_power numeric := 1;
begin
  while v_left > 0 loop
    if v_left % 2 = 1 then
      v_power := v_power * v_base % v_p;
    end if;
    v_base := v_base * v_base % v_p;
    v_left := div(v_left, 2);
  end loop;
  return (v_power + v_p) % v_p;
end;
$$;
comment on function private.field_power(numeric, numeric) is 'A power in Fp, from 0 to below the prime.';

create function private.field_inverse(p_number numeric) returns numeric
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_a numeric := (p_number % v_p + v_p) % v_p;
  v_b numeric := v_p;
  v_x numeric := 1;
  v_y numeric := 0;
  v_q numeric;
  v_rest numeric;
begin
  while v_a > 0 loop
    v_q := div(v_b, v_a);
    v_rest := v_b - v_q * v_a;
    v_b := v_a;
    v_a := v_rest;
    v_rest := v_y - v_q * v_x;
    v_y := v_x;
    v_x := v_rest;
  end loop;
  return (v_y % v_p + v_p) % v_p;
end;
$$;
comment on function private.field_inverse(numeric) is 'The inverse in Fp, by Euclid; of zero it is zero.';

create function private.curve_times(p_point numeric[], p_times numeric) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_bit numeric := 1;
  v_x numeric := p_point[1]; v_y numeric := p_point[2]; v_z numeric := 1;
  v_a numeric; v_b numeric; v_c numeric; v_d numeric; v_e numeric;
begin
  while v_bit * 2 <= p_times loop
    v_bit := v_bit * 2;
  end loop;
  while v_bit > 1 loop
    v_bit := div(v_bit, 2);
    v_a := v_x * v_x % v_p;
    v_b := v_y * v_y % v_p;
    v_c := v_b * v_b % v_p;
    v_d := 2 * ((v_x + v_b) * (v_x + v_b) - v_a - v_c) % v_p;
    v_z := 2 * v_y * v_z % v_p;
    v_x := (9 * v_a * v_a - 2 * v_d) % v_p;
    v_y := (3 * v_a * (v_d - v_x) - 8 * v_c) % v_p;
    if div(p_times, v_bit) % 2 = 1 then
      v_a := v_z * v_z % v_p;
      v_b := (p_point[1] * v_a - v_x) % v_p;
      v_c := (p_point[2] * v_a * v_z - v_y) % v_p;
      v_d := v_b * v_b % v_p;
      v_e := v_d * v_b % v_p;
      v_d := v_x * v_d % v_p;
      v_z := v_z * v_b % v_p;
      v_x := (v_c * v_c - v_e - 2 * v_d) % v_p;
      v_y := (v_c * (v_d - v_x) - v_y * v_e) % v_p;
    end if;
  end loop;
  -- Once it met the point itself or its opposite on the way, z stays zero: no point of the right order does.
  if v_z % v_p = 0 then
    return null;
  end if;
  v_a := private.field_inverse(v_z);
  v_b := v_a * v_a % v_p;
  return array[(v_x * v_b % v_p + v_p) % v_p, (v_y * v_b % v_p * v_a % v_p + v_p) % v_p];
end;
$$;
comment on function private.curve_times(numeric[], numeric) is
  'A point of the curve so many times, both as [x, y]; null at the point at infinity.';

create function private.beacon_point(p_signature bytea) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_order constant numeric := 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001;
  v_first constant int := get_byte(p_signature, 0);
  v_x constant numeric := private.bytes_number(set_byte(p_signature, 0, v_first & 31));
  v_y numeric;
begin
  -- Compressed, and not the point at infinity.
  if length(p_signature) <> 48 or (v_first & 192) <> 128 or v_x >= v_p then
    return null;
  end if;
  v_y := private.field_power(v_x * v_x * v_x + 4, div(v_p + 1, 4));
  if (v_y * v_y - v_x * v_x * v_x - 4) % v_p <> 0 then
    return null;
  end if;
  if (v_y > div(v_p, 2)) <> ((v_first & 32) = 32) then
    v_y := v_p - v_y;
  end if;
  -- Points outside of the subgroup would pass the pairing as well, and be as many signatures to choose from.
  if private.curve_times(array[v_x, v_y], v_order - 1) is distinct from array[v_x, v_p - v_y] then
    return null;
  end if;
  return array[v_x, v_y];
end;
$$;
comment on function private.beacon_point(bytea) is
  'The point of G1 that a compressed signature stands for, as [x, y]; null when it is none.';

create function private.bytes_number(p_bytes bytea) returns numeric
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(sum(get_byte(p_bytes, n) * 256::numeric ^ (length(p_bytes) - 1 - n)), 0)::numeric(400, 0)
  from generate_series(0, length(p_bytes) - 1) n
$$;
comment on function private.bytes_number(bytea) is 'What bytes say as one number, the greatest first.';

create function private.curve_map(p_number numeric) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_a constant numeric := 0x144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1d;
  v_b constant numeric := 0x12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0;
  v_u constant numeric := 11 * p_number * p_number % v_p;
  v_t constant numeric := (v_u * v_u + v_u) % v_p;
  v_x numeric;
  v_y numeric;
  v_right numeric;
begin
  v_x := case when v_t = 0 then v_b * private.field_inverse(11 * v_a)
    else -v_b * private.field_inverse(v_a) % v_p * (1 + private.field_inverse(v_t)) end % v_p;
  v_right := (v_x * v_x % v_p * v_x + v_a * v_x + v_b) % v_p;
  v_y := private.field_power(v_right, div(v_p + 1, 4));
  if (v_y * v_y - v_right) % v_p <> 0 then
    v_x := v_u * v_x % v_p;
    v_right := (v_x * v_x % v_p * v_x + v_a * v_x + v_b) % v_p;
    v_y := private.field_power(v_right, div(v_p + 1, 4));
  end if;
  return array[v_x, case when v_y % 2 = p_number % 2 then v_y else v_p - v_y end];
end;
$$;
comment on function private.curve_map(numeric) is
  'A number of Fp as a point of the curve beside G1 from which one maps to it (RFC 9380, simplified SWU).';

create function private.polynomial_at(p_coefficients numeric[], p_at numeric) returns numeric
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_value numeric := 0;
begin
  for v_n in reverse cardinality(p_coefficients)..1 loop
    v_value := (v_value * p_at + p_coefficients[v_n]) % private.field_prime();
  end loop;
  return v_value;
end;
$$;
comment on function private.polynomial_at(numeric[], numeric) is 'The value in Fp of a polynomial, its constant coefficient first.';

create function private.curve_isogeny(p_point numeric[]) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_x_above constant numeric[] := array[
    0x11a05f2b1e833340b809101dd99815856b303e88a2d7005ff2627b56cdb4e2c85610c2d5f2e62d6eaeac1662734649b7,
    0x17294ed3e943ab2f0588bab22147a81c7c17e75b2f6a8417f565e33c70d1e86b4838f2a6f318c356e834eef1b3cb83bb,
    0xd54005db97678ec1d1048c5d10a9a1bce032473295983e56878e501ec68e25c958c3e3d2a09729fe0179f9dac9edcb0,
    0x1778e7166fcc6db74e0609d307e55412d7f5e4656a8dbf25f1b33289f1b330835336e25ce3107193c5b388641d9b6861,
    0xe99726a3199f4436642b4b3e4118e5499db995a1257fb3f086eeb65982fac18985a286f301e77c451154ce9ac8895d9,
    0x1630c3250d7313ff01d1201bf7a74ab5db3cb17dd952799b9ed3ab9097e68f90a0870d2dcae73d19cd13c1c66f652983,
    0xd6ed6553fe44d296a3726c38ae652bfb11586264f0f8ce19008e218f9c86b2a8da25128c1052ecaddd7f225a139ed84,
    0x17b81e7701abdbe2e8743884d1117e53356de5ab275b4db1a682c62ef0f2753339b7c8f8c8f475af9ccb5618e3f0c88e,
    0x80d3cf1f9a78fc47b90b33563be990dc43b756ce79f5574a2c596c928c5d1de4fa295f296b74e956d71986a8497e317,
    0x169b1f8e1bcfa7c42e0c37515d138f22dd2ecb803a0c5c99676314baf4bb1b7fa3190b2edc0327797f241067be390c9e,
    0x10321da079ce07e272d8ec09d2565b0dfa7dccdde6787f96d50af36003b14866f69b771f8c285decca67df3f1605fb7b,
    0x6e08c248e260e70bd1e962381edee3d31d79d7e22c837bc23c0bf1bc24c6b68c24b1b80b64d391fa9c8ba2e8ba2d229
  ]::numeric[];
  v_x_below constant numeric[] := array[
    0x8ca8d548cff19ae18b2e62f4bd3fa6f01d5ef4ba35b48ba9c9588617fc8ac62b558d681be343df8993cf9fa40d21b1c,
    0x12561a5deb559c4348b4711298e536367041e8ca0cf0800c0126c2588c48bf5713daa8846cb026e9e5c8276ec82b3bff,
    0xb2962fe57a3225e8137e629bff2991f6f89416f5a718cd1fca64e00b11aceacd6a3d0967c94fedcfcc239ba5cb83e19,
    0x3425581a58ae2fec83aafef7c40eb545b08243f16b1655154cca8abc28d6fd04976d5243eecf5c4130de8938dc62cd8,
    0x13a8e162022914a80a6f1d5f43e7a07dffdfc759a12062bb8d6b44e833b306da9bd29ba81f35781d539d395b3532a21e,
    0xe7355f8e4e667b955390f7f0506c6e9395735e9ce9cad4d0a43bcef24b8982f7400d24bc4228f11c02df9a29f6304a5,
    0x772caacf16936190f3e0c63e0596721570f5799af53a1894e2e073062aede9cea73b3538f0de06cec2574496ee84a3a,
    0x14a7ac2a9d64a8b230b3f5b074cf01996e7f63c21bca68a81996e1cdf9822c580fa5b9489d11e2d311f7d99bbdcc5a5e,
    0xa10ecf6ada54f825e920b3dafc7a3cce07f8d1d7161366b74100da67f39883503826692abba43704776ec3a79a1d641,
    0x95fc13ab9e92ad4476d6e3eb3a56680f682b4ee96f7d03776df533978f31c1593174e4b4b7865002d6384d168ecdd0a,
    0x1
  ]::numeric[];
  v_y_above constant numeric[] := array[
    0x90d97c81ba24ee0259d1f094980dcfa11ad138e48a869522b52af6c956543d3cd0c7aee9b3ba3c2be9845719707bb33,
    0x134996a104ee5811d51036d776fb46831223e96c254f383d0f906343eb67ad34d6c56711962fa8bfe097e75a2e41c696,
    0xcc786baa966e66f4a384c86a3b49942552e2d658a31ce2c344be4b91400da7d26d521628b00523b8dfe240c72de1f6,
    0x1f86376e8981c217898751ad8746757d42aa7b90eeb791c09e4a3ec03251cf9de405aba9ec61deca6355c77b0e5f4cb,
    0x8cc03fdefe0ff135caf4fe2a21529c4195536fbe3ce50b879833fd221351adc2ee7f8dc099040a841b6daecf2e8fedb,
    0x16603fca40634b6a2211e11db8f0a6a074a7d0d4afadb7bd76505c3d3ad5544e203f6326c95a807299b23ab13633a5f0,
    0x4ab0b9bcfac1bbcb2c977d027796b3ce75bb8ca2be184cb5231413c4d634f3747a87ac2460f415ec961f8855fe9d6f2,
    0x987c8d5333ab86fde9926bd2ca6c674170a05bfe3bdd81ffd038da6c26c842642f64550fedfe935a15e4ca31870fb29,
    0x9fc4018bd96684be88c9e221e4da1bb8f3abd16679dc26c1e8b6e6a1f20cabe69d65201c78607a360370e577bdba587,
    0xe1bba7a1186bdb5223abde7ada14a23c42a0ca7915af6fe06985e7ed1e4d43b9b3f7055dd4eba6f2bafaaebca731c30,
    0x19713e47937cd1be0dfd0b8f1d43fb93cd2fcbcb6caf493fd1183e416389e61031bf3a5cce3fbafce813711ad011c132,
    0x18b46a908f36f6deb918c143fed2edcc523559b8aaf0c2462e6bfe7f911f643249d9cdf41b44d606ce07c8a4d0074d8e,
    0xb182cac101b9399d155096004f53f447aa7b12a3426b08ec02710e807b4633f06c851c1919211f20d4c04f00b971ef8,
    0x245a394ad1eca9b72fc00ae7be315dc757b3b080d4c158013e6632d3c40659cc6cf90ad1c232a6442d9d3f5db980133,
    0x5c129645e44cf1102a159f748c4a3fc5e673d81d7e86568d9ab0f5d396a7ce46ba1049b6579afb7866b1e715475224b,
    0x15e6be4e990f03ce4ea50b3b42df2eb5cb181d8f84965a3957add4fa95af01b2b665027efec01c7704b456be69c8b604
  ]::numeric[];
  v_y_below constant numeric[] := array[
    0x16112c4c3a9c98b252181140fad0eae9601a6de578980be6eec3232b5be72e7a07f3688ef60c206d01479253b03663c1,
    0x1962d75c2381201e1a0cbd6c43c348b885c84ff731c4d59ca4a10356f453e01f78a4260763529e3532f6102c2e49a03d,
    0x58df3306640da276faaae7d6e8eb15778c4855551ae7f310c35a5dd279cd2eca6757cd636f96f891e2538b53dbf67f2,
    0x16b7d288798e5395f20d23bf89edb4d1d115c5dbddbcd30e123da489e726af41727364f2c28297ada8d26d98445f5416,
    0xbe0e079545f43e4b00cc912f8228ddcc6d19c9f0f69bbb0542eda0fc9dec916a20b15dc0fd2ededda39142311a5001d,
    0x8d9e5297186db2d9fb266eaac783182b70152c65550d881c5ecd87b6f0f5a6449f38db9dfa9cce202c6477faaf9b7ac,
    0x166007c08a99db2fc3ba8734ace9824b5eecfdfa8d0cf8ef5dd365bc400a0051d5fa9c01a58b1fb93d1a1399126a775c,
    0x16a3ef08be3ea7ea03bcddfabba6ff6ee5a4375efa1f4fd7feb34fd206357132b920f5b00801dee460ee415a15812ed9,
    0x1866c8ed336c61231a1be54fd1d74cc4f9fb0ce4c6af5920abc5750c4bf39b4852cfe2f7bb9248836b233d9d55535d4a,
    0x167a55cda70a6e1cea820597d94a84903216f763e13d87bb5308592e7ea7d4fbc7385ea3d529b35e346ef48bb8913f55,
    0x4d2f259eea405bd48f010a01ad2911d9c6dd039bb61a6290e591b36e636a5c871a5c29f4f83060400f8b49cba8f6aa8,
    0xaccbb67481d033ff5852c1e48c50c477f94ff8aefce42d28c0f9a88cea7913516f968986f7ebbea9684b529e2561092,
    0xad6b9514c767fe3c3613144b45f1496543346d98adf02267d5ceef9a00d9b8693000763e3b90ac11e99b138573345cc,
    0x2660400eb2e4f3b628bdd0d53cd76f2bf565b94e72927c1cb748df27942480e420517bd8714cc80d1fadc1326ed06f7,
    0xe0fa1d816ddc03e6b24255e0d7819c171c40f65e273b853324efcd6356caa205ca2f570f13497804415473a1d634b8f,
    0x1
  ]::numeric[];
  v_x constant numeric := p_point[1];
begin
  return array[
    private.polynomial_at(v_x_above, v_x) * private.field_inverse(private.polynomial_at(v_x_below, v_x)) % v_p,
    p_point[2] * private.polynomial_at(v_y_above, v_x) % v_p
      * private.field_inverse(private.polynomial_at(v_y_below, v_x)) % v_p];
end;
$$;
comment on function private.curve_isogeny(numeric[]) is 'From the curve of curve_map to that of G1 (RFC 9380, appendix E.2).';

create function private.beacon_message(p_round bigint) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_suite constant bytea := convert_to('BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_', 'UTF8');
  v_end constant bytea := v_suite || set_byte('\x00'::bytea, 0, length(v_suite));
  v_first constant bytea := sha256(decode(repeat('00', 64), 'hex') || sha256(int8send(p_round)) || '\x008000'::bytea || v_end);
  v_block bytea := decode(repeat('00', 32), 'hex');
  v_mixed bytea;
  v_bytes bytea := '';
  v_one numeric[];
  v_two numeric[];
  v_slope numeric;
  v_x numeric;
begin
  for v_n in 1..4 loop
    v_mixed := v_first;
    for v_at in 0..31 loop
      v_mixed := set_byte(v_mixed, v_at, get_byte(v_first, v_at) # get_byte(v_block, v_at));
    end loop;
    v_block := sha256(v_mixed || set_byte('\x00'::bytea, 0, v_n) || v_end);
    v_bytes := v_bytes || v_block;
  end loop;
  v_one := private.curve_map(private.bytes_number(substr(v_bytes, 1, 64)) % v_p);
  v_two := private.curve_map(private.bytes_number(substr(v_bytes, 65, 64)) % v_p);
  v_slope := (v_two[2] - v_one[2]) * private.field_inverse(v_two[1] - v_one[1]) % v_p;
  v_x := (v_slope * v_slope - v_one[1] - v_two[1]) % v_p;
  return private.curve_times(
    private.curve_isogeny(array[v_x, (v_slope * (v_one[1] - v_x) - v_one[2]) % v_p]), 0xd201000000010001);
end;
$$;
comment on function private.beacon_message(bigint) is
  'The point of G1 that the beacon signs for a round: its number hashed to the curve as RFC 9380 says.';

create function private.tower_times(p_one numeric[], p_two numeric[]) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_sum numeric[] := array_fill(0::numeric, array[24]);
  v_real numeric; v_imaginary numeric;
  v_at int;
begin
  for v_n in 0..5 loop
    v_real := p_one[2 * v_n + 1];
    v_imaginary := p_one[2 * v_n + 2];
    continue when v_real = 0 and v_imaginary = 0;
    for v_m in 0..5 loop
      v_at := 2 * (v_n + v_m) + 1;
      v_sum[v_at] := v_sum[v_at] + v_real * p_two[2 * v_m + 1] - v_imaginary * p_two[2 * v_m + 2];
      v_sum[v_at + 1] := v_sum[v_at + 1] + v_real * p_two[2 * v_m + 2] + v_imaginary * p_two[2 * v_m + 1];
    end loop;
  end loop;
  -- w^6 is 1 + u.
  for v_n in 0..5 loop
    v_at := 2 * v_n + 1;
    v_sum[v_at] := (v_sum[v_at] + v_sum[v_at + 12] - v_sum[v_at + 13]) % v_p;
    v_sum[v_at + 1] := (v_sum[v_at + 1] + v_sum[v_at + 12] + v_sum[v_at + 13]) % v_p;
  end loop;
  return v_sum[1:12];
end;
$$;
comment on function private.tower_times(numeric[], numeric[]) is 'A product in Fp12.';

create function private.tower_conjugate(p_number numeric[]) returns numeric[]
language sql immutable parallel safe
set search_path = ''
as $$
  select array_agg(case when (n - 1) / 2 % 2 = 1 then -c else c end order by n)
  from unnest(p_number) with ordinality c (c, n)
$$;
comment on function private.tower_conjugate(numeric[]) is
  'A number of Fp12 to the power of p^6: w changes its sign. In the subgroup of pairings that is the inverse.';

create function private.tower_inverse(p_number numeric[]) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_conjugate constant numeric[] := private.tower_conjugate(p_number);
  -- Even coefficients alone, so a number of Fp6.
  v_norm constant numeric[] := private.tower_times(p_number, v_conjugate);
  v_frobenius constant numeric[] := private.tower_frobenius(private.tower_frobenius(v_norm));
  v_others constant numeric[] := private.tower_times(v_frobenius, private.tower_frobenius(private.tower_frobenius(v_frobenius)));
  v_rest constant numeric[] := private.tower_times(v_norm, v_others);
  v_inverse constant numeric := private.field_inverse(v_rest[1] * v_rest[1] + v_rest[2] * v_rest[2]);
  v_scale constant numeric[] := array[v_rest[1] * v_inverse % v_p, -v_rest[2] * v_inverse % v_p]
    || array_fill(0::numeric, array[10]);
begin
  return private.tower_times(private.tower_times(v_scale, v_others), v_conjugate);
end;
$$;
comment on function private.tower_inverse(numeric[]) is 'An inverse in Fp12, through the norms to Fp6 and Fp2.';

create function private.tower_frobenius(p_number numeric[]) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  -- (1 + u)^((p - 1) / 6): what w is multiplied by.
  v_root constant numeric[] := array[
    0x1904d3bf02bb0667c231beb4202c0d1f0fd603fd3cbd5f4f7b2443d784bab9c4f67ea53d63e7813d8d0775ed92235fb8,
    0xfc3e2b36c4e03288e9e902231f9fb854a14787b6c7b36fec0c8ec971f63c5f282d5ac14d6c7ec22cf78a126ddc4af3];
  v_factor numeric[] := array[1, 0];
  v_power numeric[] := '{}';
begin
  for v_n in 0..5 loop
    v_power := v_power || array[
      (p_number[2 * v_n + 1] * v_factor[1] + p_number[2 * v_n + 2] * v_factor[2]) % v_p,
      (p_number[2 * v_n + 1] * v_factor[2] - p_number[2 * v_n + 2] * v_factor[1]) % v_p];
    v_factor := array[(v_factor[1] * v_root[1] - v_factor[2] * v_root[2]) % v_p,
      (v_factor[1] * v_root[2] + v_factor[2] * v_root[1]) % v_p];
  end loop;
  return v_power;
end;
$$;
comment on function private.tower_frobenius(numeric[]) is 'A number of Fp12 to the power of the prime.';

create function private.tower_square(p_number numeric[]) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_square numeric[] := array_fill(0::numeric, array[12]);
  -- Where the squares of three numbers of Fp4 go (Granger and Scott).
  v_sums constant int[] := array[1, 5, 9];
  v_products constant int[] := array[7, 11, 3];
  v_sum int;
  v_product int;
  v_a numeric; v_ai numeric; v_b numeric; v_bi numeric; v_c numeric; v_ci numeric; v_d numeric; v_di numeric;
begin
  for v_n in 1..3 loop
    -- The pairs (w^0, w^3), (w^1, w^4), (w^2, w^5).
    v_a := p_number[2 * v_n - 1];
    v_ai := p_number[2 * v_n];
    v_b := p_number[2 * v_n + 5];
    v_bi := p_number[2 * v_n + 6];
    v_d := v_b * v_b - v_bi * v_bi;
    v_di := 2 * v_b * v_bi;
    v_c := 3 * (v_a * v_a - v_ai * v_ai + v_d - v_di);
    v_ci := 3 * (2 * v_a * v_ai + v_d + v_di);
    v_d := 6 * (v_a * v_b - v_ai * v_bi);
    v_di := 6 * (v_a * v_bi + v_ai * v_b);
    if v_n = 3 then
      -- Multiplied by w^3, and w^6 is 1 + u.
      v_a := v_d;
      v_d := v_d - v_di;
      v_di := v_a + v_di;
    end if;
    v_sum := v_sums[v_n];
    v_product := v_products[v_n];
    v_square[v_sum] := (v_c - 2 * p_number[v_sum]) % v_p;
    v_square[v_sum + 1] := (v_ci - 2 * p_number[v_sum + 1]) % v_p;
    v_square[v_product] := (v_d + 2 * p_number[v_product]) % v_p;
    v_square[v_product + 1] := (v_di + 2 * p_number[v_product + 1]) % v_p;
  end loop;
  return v_square;
end;
$$;
comment on function private.tower_square(numeric[]) is 'A square in the subgroup of pairings alone, where it costs a third.';

create function private.tower_seed_power(p_number numeric[]) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_seed constant bit(64) := x'd201000000010000';
  v_power numeric[] := p_number;
begin
  for v_n in 1..63 loop
    v_power := private.tower_square(v_power);
    if get_bit(v_seed, v_n) = 1 then
      v_power := private.tower_times(v_power, p_number);
    end if;
  end loop;
  return private.tower_conjugate(v_power);
end;
$$;
comment on function private.tower_seed_power(numeric[]) is
  'A number of the subgroup of pairings to the power of the seed of the curve, -0xd201000000010000.';

create function private.pairing_lines(p_twist numeric[], p_point numeric[]) returns numeric[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_seed constant bit(64) := x'd201000000010000';
  v_value numeric[] := array[1::numeric] || array_fill(0::numeric, array[11]);
  v_x numeric := p_twist[1]; v_xi numeric := p_twist[2];
  v_y numeric := p_twist[3]; v_yi numeric := p_twist[4];
  v_up numeric; v_upi numeric; v_down numeric; v_downi numeric; v_scale numeric;
  v_slope numeric; v_slopei numeric; v_next numeric; v_nexti numeric;
begin
  for v_n in 1..63 loop
    v_value := private.tower_times(v_value, v_value);
    for v_step in 0..get_bit(v_seed, v_n) loop
      -- The tangent, then the line to the twist's own point.
      if v_step = 0 then
        v_up := 3 * (v_x * v_x - v_xi * v_xi);
        v_upi := 6 * v_x * v_xi;
        v_down := 2 * v_y;
        v_downi := 2 * v_yi;
        v_next := v_x;
        v_nexti := v_xi;
      else
        v_up := p_twist[3] - v_y;
        v_upi := p_twist[4] - v_yi;
        v_down := p_twist[1] - v_x;
        v_downi := p_twist[2] - v_xi;
        v_next := p_twist[1];
        v_nexti := p_twist[2];
      end if;
      v_scale := private.field_inverse(v_down * v_down + v_downi * v_downi);
      v_slope := (v_up * v_down + v_upi * v_downi) % v_p * v_scale % v_p;
      v_slopei := (v_upi * v_down - v_up * v_downi) % v_p * v_scale % v_p;
      v_value := private.tower_times(array[
        (v_slope * v_x - v_slopei * v_xi - v_y) % v_p, (v_slope * v_xi + v_slopei * v_x - v_yi) % v_p, 0, 0,
        -v_slope * p_point[1] % v_p, -v_slopei * p_point[1] % v_p,
        p_point[2], 0, 0, 0, 0, 0], v_value);
      v_next := (v_slope * v_slope - v_slopei * v_slopei - v_x - v_next) % v_p;
      v_nexti := (2 * v_slope * v_slopei - v_xi - v_nexti) % v_p;
      v_up := (v_slope * (v_x - v_next) - v_slopei * (v_xi - v_nexti) - v_y) % v_p;
      v_yi := (v_slope * (v_xi - v_nexti) + v_slopei * (v_x - v_next) - v_yi) % v_p;
      v_y := v_up;
      v_x := v_next;
      v_xi := v_nexti;
    end loop;
  end loop;
  return v_value;
end;
$$;
comment on function private.pairing_lines(numeric[], numeric[]) is
  'The Miller loop of the ate pairing, up to factors that the last power makes one: a point of the twist as [x, x'', y, y''] and one of G1.';

create function private.is_signed_by_beacon(p_round bigint, p_signature text) returns boolean
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  v_p constant numeric := private.field_prime();
  v_generator constant numeric[] := array[
    0x24aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8,
    0x13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e,
    0xce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801,
    0x606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be
  ]::numeric[];
  -- The key of drand quicknet, not compressed.
  v_key constant numeric[] := array[
    0xd1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a,
    0x3cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451,
    0xe5db2b6bfbb01c867749cadffca88b36c24f3012ba09fc4d3022c5c37dce0f977d3adb5d183c7477c442b1f04515273,
    0x1a714f2edb74119a2f2b0d5a7c75ba902d163700a61bc224ededd8e63aef7be1aaf8e93d7a9718b047ccddb3eb5d68b
  ]::numeric[];
  v_signed numeric[];
  v_message numeric[];
  v_value numeric[];
  v_base numeric[];
begin
  if p_round < 1 or p_signature !~ '^[0-9a-f]{96}$' then
    return false;
  end if;
  v_signed := private.beacon_point(decode(p_signature, 'hex'));
  v_message := private.beacon_message(p_round);
  if v_signed is null or v_message is null then
    return false;
  end if;
  -- e(signature, generator) = e(message, key): their quotient to the power of (p^12 - 1) / r is one.
  v_value := private.tower_times(private.pairing_lines(v_generator, v_signed),
    private.pairing_lines(v_key, array[v_message[1], v_p - v_message[2]]));
  v_value := private.tower_times(private.tower_conjugate(v_value), private.tower_inverse(v_value));
  v_base := private.tower_times(private.tower_frobenius(private.tower_frobenius(v_value)), v_value);
  -- The rest of it three times: (seed - 1)^2 (seed + p) (seed^2 + p^2 - 1) + 3.
  v_value := private.tower_times(private.tower_seed_power(v_base), private.tower_conjugate(v_base));
  v_value := private.tower_times(private.tower_seed_power(v_value), private.tower_conjugate(v_value));
  v_value := private.tower_times(private.tower_seed_power(v_value), private.tower_frobenius(v_value));
  v_value := private.tower_times(
    private.tower_times(private.tower_seed_power(private.tower_seed_power(v_value)), private.tower_conjugate(v_value)),
    private.tower_frobenius(private.tower_frobenius(v_value)));
  v_value := private.tower_times(v_value, private.tower_times(v_base, private.tower_times(v_base, v_base)));
  return (v_value[1] - 1) % v_p = 0 and not exists (select from unnest(v_value[2:12]) c where c % v_p <> 0);
end;
$$;
comment on function private.is_signed_by_beacon(bigint, text) is
  'Whether drand quicknet signed a round so, the signature in hex.';
