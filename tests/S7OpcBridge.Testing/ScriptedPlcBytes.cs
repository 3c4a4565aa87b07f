using System.Globalization;

namespace S7OpcBridge.Testing;

/// <summary>
/// Bytes as a protocol analyser prints them, with comments. Tokens are hex bytes; <c>??</c> is any byte; <c>{name}</c> stands for two bytes that are
/// remembered when expected and filled in when sent; <c>#</c> starts a comment that runs to the end of the line.
/// </summary>
internal sealed class ScriptedPlcBytes
{
    private readonly List<(byte Value, bool Any, string? Name, bool High)> _bytes = [];

    public ScriptedPlcBytes(string script)
    {
        foreach (var line in script.Split('\n'))
        {
            foreach (var token in line.Split('#')[0].Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries))
                Add(token);
        }
    }

    public int Length => _bytes.Count;

    /// <summary>What to send: the script with remembered names filled in.</summary>
    public byte[] Fill(IReadOnlyDictionary<string, ushort> names)
    {
        var filled = new byte[Length];
        for (var i = 0; i < Length; i++)
        {
            var (value, _, name, high) = _bytes[i];
            filled[i] = name is null ? value : (byte)(high ? names[name] >> 8 : names[name]);
        }
        return filled;
    }

    /// <summary>Compares what came; remembers names. Null, or what is wrong.</summary>
    public string? Compare(ReadOnlySpan<byte> came, IDictionary<string, ushort> names)
    {
        for (var i = 0; i < came.Length; i++)
        {
            var (value, any, name, high) = _bytes[i];
            if (name is not null)
            {
                if (high)
                    names[name] = (ushort)((came[i] << 8) | came[i + 1]);
            }
            else if (!any && came[i] != value)
            {
                return $"byte {i} is {came[i]:X2} where the script has {value:X2}; came: {Convert.ToHexString(came)}";
            }
        }
        return null;
    }

    private void Add(string token)
    {
        if (token == "??")
        {
            _bytes.Add((0, true, null, false));
        }
        else if (token.StartsWith('{') && token.EndsWith('}'))
        {
            _bytes.Add((0, false, token, true));
            _bytes.Add((0, false, token, false));
        }
        else
        {
            _bytes.Add((byte.Parse(token, NumberStyles.HexNumber, CultureInfo.InvariantCulture), false, null, false));
        }
    }
}
