CREATE SCHEMA IF NOT EXISTS {schema};

CREATE TABLE IF NOT EXISTS {schema}.store (one boolean PRIMARY KEY DEFAULT true CHECK (one), identity text NOT NULL, sent bigint NOT NULL, version integer NOT NULL);
CREATE TABLE IF NOT EXISTS {schema}.series (id integer PRIMARY KEY, key text NOT NULL UNIQUE, plc text NOT NULL);
CREATE TABLE IF NOT EXISTS {schema}.day (day integer PRIMARY KEY);
CREATE TABLE IF NOT EXISTS {schema}.chunk (id bigint NOT NULL, series integer NOT NULL, first bigint NOT NULL, last bigint NOT NULL, sequence bigint NOT NULL,
    count integer NOT NULL, crc bigint NOT NULL, data bytea NOT NULL) PARTITION BY RANGE (first);
ALTER TABLE {schema}.chunk ALTER COLUMN data SET STORAGE EXTERNAL;
CREATE INDEX IF NOT EXISTS chunk_of_series ON {schema}.chunk (series, first, last);

-- OPC UA ticks, 100 ns since 1601, and times.
CREATE OR REPLACE FUNCTION {schema}.time_of(ticks bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT timestamptz '1601-01-01 00:00:00+00' + interval '1 second' * (ticks / 10000000) + interval '1 microsecond' * (ticks % 10000000 / 10) $$;
CREATE OR REPLACE FUNCTION {schema}.ticks_of(moment timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ((extract(epoch FROM moment) + 11644473600) * 10000000)::bigint $$;

-- n bits, the first of which is bit p of the string, as a number.
CREATE OR REPLACE FUNCTION {schema}.bits_at(b bit varying, p integer, n integer) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE n WHEN 64 THEN substring(b FROM p + 1 FOR 64)::bit(64)::bigint
        ELSE (substring(b FROM p + 1 FOR n)::bit(64)::bigint >> (64 - n)) & ~(-1::bigint << n) END $$;

-- The number of IEEE 754 bits.
CREATE OR REPLACE FUNCTION {schema}.double_of(bits bigint) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE (bits >> 52) & 2047
        WHEN 2047 THEN CASE WHEN bits & 4503599627370495 <> 0 THEN 'NaN' ELSE 'Infinity' END::double precision
        WHEN 0 THEN CASE WHEN bits & 4503599627370495 = 0 THEN 0 ELSE (bits & 4503599627370495) / 4503599627370496::double precision * power(2::double precision, -1022) END
        ELSE (1 + (bits & 4503599627370495) / 4503599627370496::double precision) * power(2::double precision, ((bits >> 52) & 2047)::integer - 1023)
    END * CASE WHEN bits < 0 THEN -1 ELSE 1 END $$;
CREATE OR REPLACE FUNCTION {schema}.float_of(bits bigint) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE (bits >> 23) & 255
        WHEN 255 THEN CASE WHEN bits & 8388607 <> 0 THEN 'NaN' ELSE 'Infinity' END::double precision
        WHEN 0 THEN (bits & 8388607) / 8388608::double precision * power(2::double precision, -126)
        ELSE (1 + (bits & 8388607) / 8388608::double precision) * power(2::double precision, ((bits >> 23) & 255)::integer - 127)
    END * CASE WHEN bits >> 31 = 1 THEN -1 ELSE 1 END $$;

-- The values of a chunk in the order of arrival. number: of Booleans (0, 1), integers, Float, Double, DateTime (ticks); text: of Strings; encoded: the Variant
-- of everything else as OPC UA encodes it.
CREATE OR REPLACE FUNCTION {schema}.unpack(data bytea, count integer)
    RETURNS TABLE (place integer, ticks bigint, status bigint, number double precision, text text, encoded bytea) LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    b bit varying := ('x' || encode(data, 'hex'))::bit varying;
    p integer := 16;
    type integer := get_byte(data, 1);
    widths integer[];
    times integer[] := ARRAY[14, 17, 20, 32, 64];
    lengths integer[] := ARRAY[4, 8, 16, 32, 64];
    folded bigint;
    size integer;
    step bigint := 0;
    bits bigint := 0;
    wide numeric;
    zeros integer := 0;
    len integer := 0;
    is_null boolean := false;
BEGIN
    IF get_byte(data, 0) <> 1 THEN
        RAISE EXCEPTION 'chunk of version %, which this function does not know', get_byte(data, 0);
    END IF;
    widths := CASE WHEN type = 10 THEN ARRAY[11, 14, 18, 23, 33] ELSE lengths END;
    ticks := 0;
    status := 0;
    FOR i IN 1 .. count LOOP
        IF {schema}.bits_at(b, p, 1) = 1 THEN
            is_null := {schema}.bits_at(b, p + 1, 1) = 1;
            status := {schema}.bits_at(b, p + 2, 32);
            p := p + 33;
        END IF;
        p := p + 1;
        IF i = 1 THEN
            ticks := {schema}.bits_at(b, p, 64);
            p := p + 64;
        ELSE
            size := 0;
            WHILE size < 5 AND {schema}.bits_at(b, p + size, 1) = 1 LOOP size := size + 1; END LOOP;
            p := p + least(size + 1, 5);
            IF size > 0 THEN
                folded := {schema}.bits_at(b, p, times[size]);
                p := p + times[size];
                step := step + (((folded >> 1) & 9223372036854775807) # -(folded & 1));
            END IF;
            ticks := ticks + step;
        END IF;
        place := i - 1;
        number := NULL;
        text := NULL;
        encoded := NULL;
        IF is_null THEN
            NULL;
        ELSIF type = 1 THEN
            number := {schema}.bits_at(b, p, 1);
            p := p + 1;
        ELSIF type = 11 THEN
            IF {schema}.bits_at(b, p, 1) = 0 THEN
                p := p + 1;
            ELSE
                IF {schema}.bits_at(b, p + 1, 1) = 1 THEN
                    zeros := {schema}.bits_at(b, p + 2, 6);
                    len := {schema}.bits_at(b, p + 8, 6) + 1;
                    p := p + 12;
                END IF;
                bits := bits # ({schema}.bits_at(b, p + 2, len) << (64 - zeros - len));
                p := p + 2 + len;
            END IF;
            number := {schema}.double_of(bits);
        ELSE
            size := 0;
            WHILE size < 5 AND {schema}.bits_at(b, p + size, 1) = 1 LOOP size := size + 1; END LOOP;
            p := p + least(size + 1, 5);
            folded := 0;
            IF size > 0 THEN
                folded := {schema}.bits_at(b, p, widths[size]);
                p := p + widths[size];
            END IF;
            folded := ((folded >> 1) & 9223372036854775807) # -(folded & 1);
            IF type = 128 THEN
                encoded := '';
                IF folded > 0 THEN
                    encoded := substring(data FROM p / 8 + 1 FOR folded::integer + 1);
                    IF p % 8 > 0 THEN
                        encoded := decode(string_agg(lpad(to_hex({schema}.bits_at(b, p + 8 * k, 8)), 2, '0'), '' ORDER BY k), 'hex')
                            FROM generate_series(0, folded::integer - 1) k;
                    ELSE
                        encoded := substring(encoded FROM 1 FOR folded::integer);
                    END IF;
                END IF;
                p := p + 8 * folded::integer;
                IF get_byte(encoded, 0) = 12 THEN
                    text := convert_from(substring(encoded FROM 6), 'UTF8');
                END IF;
            ELSE
                wide := bits::numeric + folded;
                bits := CASE WHEN wide > 9223372036854775807 THEN wide - 18446744073709551616 WHEN wide < -9223372036854775808 THEN wide + 18446744073709551616
                    ELSE wide END;
                number := CASE WHEN type = 10 THEN {schema}.float_of(bits) WHEN type = 9 AND bits < 0 THEN bits + 18446744073709551616::numeric ELSE bits END;
            END IF;
        END IF;
        RETURN NEXT;
    END LOOP;
END $$;

-- Values of a tag between two times, in order.
CREATE OR REPLACE FUNCTION {schema}.values_of(tag text, from_time timestamptz, to_time timestamptz)
    RETURNS TABLE (moment timestamptz, status bigint, number double precision, text text, encoded bytea) LANGUAGE sql STABLE AS $$
    SELECT {schema}.time_of(v.ticks), v.status, v.number, v.text, v.encoded
    FROM {schema}.series s JOIN {schema}.chunk c ON c.series = s.id CROSS JOIN LATERAL {schema}.unpack(c.data, c.count) v
    WHERE s.key = tag AND c.first < {schema}.ticks_of(to_time) AND c.last >= {schema}.ticks_of(from_time)
        AND v.ticks >= {schema}.ticks_of(from_time) AND v.ticks < {schema}.ticks_of(to_time)
    ORDER BY v.ticks, c.sequence + v.place $$;
