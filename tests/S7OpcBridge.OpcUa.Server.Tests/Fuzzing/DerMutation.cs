using System.Formats.Asn1;

namespace S7OpcBridge.OpcUa.Server.Tests.Fuzzing;

/// <summary>
/// Damages DER by its structure: elements are left out, doubled, moved, filled with something else or made huge, and the lengths around them are right again.
/// So the damage gets past the door and into the rooms.
/// </summary>
internal sealed class DerMutation(Random random)
{
    private const int Huge = 20_000;

    /// <summary>Damages the first element of the input; what comes behind it (the issuers of a chain) stays.</summary>
    public byte[] Of(byte[] input)
    {
        try
        {
            AsnDecoder.ReadEncodedValue(input, AsnEncodingRules.BER, out _, out _, out var length);
            return [.. Element(input.AsSpan(0, length), depth: 0), .. input.AsSpan(length)];
        }
        catch (AsnContentException)
        {
            return input;
        }
    }

    private byte[] Element(ReadOnlySpan<byte> der, int depth)
    {
        var tag = AsnDecoder.ReadEncodedValue(der, AsnEncodingRules.BER, out var offset, out var length, out _);
        var content = der.Slice(offset, length);
        if (!tag.IsConstructed || length == 0)
            return Wrapped(der[0], Content(content));
        var parts = Parts(content);
        if (depth > 0 && random.Next(4) == 0)
            return Wrapped(der[0], Structure(parts));
        var chosen = random.Next(parts.Count);
        parts[chosen] = Element(parts[chosen], depth + 1);
        return Wrapped(der[0], [.. parts.SelectMany(part => part)]);
    }

    private byte[] Structure(List<byte[]> parts)
    {
        var (at, other) = (random.Next(parts.Count), random.Next(parts.Count));
        switch (random.Next(5))
        {
            case 0:
                parts.RemoveAt(at);
                break;
            case 1:
                parts.Insert(at, parts[other]);
                break;
            case 2:
                (parts[at], parts[other]) = (parts[other], parts[at]);
                break;
            case 3:
                parts[at][0] = (byte)random.Next(256);
                break;
            default:
                parts.AddRange(Enumerable.Repeat(parts[at], Math.Min(2000, Huge / parts[at].Length)));
                break;
        }
        return [.. parts.SelectMany(part => part)];
    }

    private byte[] Content(ReadOnlySpan<byte> content)
    {
        var bytes = content.ToArray();
        switch (random.Next(5))
        {
            case 0:
                return [];
            case 1:
                return [.. bytes, .. new byte[random.Next(Huge)]];
            case 2 when bytes.Length > 0:
                random.NextBytes(bytes);
                return bytes;
            case 3 when bytes.Length > 0:
                return bytes[..random.Next(bytes.Length)];
            default:
                if (bytes.Length > 0)
                    bytes[random.Next(bytes.Length)] ^= (byte)(1 << random.Next(8));
                return bytes;
        }
    }

    private static List<byte[]> Parts(ReadOnlySpan<byte> content)
    {
        var parts = new List<byte[]>();
        while (!content.IsEmpty)
        {
            AsnDecoder.ReadEncodedValue(content, AsnEncodingRules.BER, out _, out _, out var consumed);
            parts.Add(content[..consumed].ToArray());
            content = content[consumed..];
        }
        return parts;
    }

    private static byte[] Wrapped(byte tag, byte[] content) =>
        content.Length switch
        {
            < 0x80 => [tag, (byte)content.Length, .. content],
            < 0x100 => [tag, 0x81, (byte)content.Length, .. content],
            < 0x10000 => [tag, 0x82, (byte)(content.Length >> 8), (byte)content.Length, .. content],
            _ => [tag, 0x83, (byte)(content.Length >> 16), (byte)(content.Length >> 8), (byte)content.Length, .. content],
        };
}
