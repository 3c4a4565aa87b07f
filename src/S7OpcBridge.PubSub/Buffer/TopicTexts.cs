using System.Text;

namespace S7OpcBridge.PubSub.Buffer;

/// <summary>Topics that were read, so that one text serves many messages. It forgets all when there are too many.</summary>
internal sealed class TopicTexts
{
    private const int Most = 4096;

    private readonly Dictionary<string, string> _texts = new(StringComparer.Ordinal);

    /// <summary>The text of bytes.</summary>
    public string Of(ReadOnlySpan<byte> utf8)
    {
        Span<char> room = stackalloc char[256];
        if (utf8.Length > room.Length)
            return Encoding.UTF8.GetString(utf8);
        ReadOnlySpan<char> text = room[..Encoding.UTF8.GetChars(utf8, room)];
        var known = _texts.GetAlternateLookup<ReadOnlySpan<char>>();
        if (known.TryGetValue(text, out var found))
            return found;
        if (_texts.Count >= Most)
            _texts.Clear();
        var made = text.ToString();
        _texts.Add(made, made);
        return made;
    }
}
