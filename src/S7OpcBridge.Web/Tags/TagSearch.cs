using System.Globalization;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Web.Answers;

namespace S7OpcBridge.Web.Tags;

/// <summary>A search in the tag table. Every word must occur in <c>PLC/Path</c> or be the data block (<c>DB10</c>). Not thread-safe.</summary>
internal sealed class TagSearch
{
    private readonly string[] _words;
    private readonly int?[] _blocks;
    private readonly string _plc,
        _quality;

    // Texts are composed in this buffer without allocating strings, because there may be a million tags.
    private char[] _text = new char[200];

    private TagSearch(string text, string plc, string quality)
    {
        _words = text.Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        _blocks = Array.ConvertAll(_words, BlockOf);
        (_plc, _quality) = (plc, quality);
    }

    /// <summary>Reads <c>search</c>, <c>plc</c> (its name; empty: all) and <c>quality</c> (empty: any; <c>notgood</c>, <c>bad</c>, <c>uncertain</c>).</summary>
    /// <exception cref="PageQueryException">There is no such quality.</exception>
    public static TagSearch Parse(PageQuery query) =>
        query.Text("quality") is "" or "notgood" or "bad" or "uncertain"
            ? new(query.Text("search"), query.Text("plc"), query.Text("quality"))
            : throw new PageQueryException("'quality' is notgood, bad or uncertain.");

    /// <summary>True where the search includes the quality, so that <see cref="Fits(StatusCode)"/> must be checked.</summary>
    public bool AsksQuality => _quality.Length > 0;

    /// <summary>True for a tag that matches.</summary>
    public bool Fits(Tag tag, string plc)
    {
        if (_plc.Length > 0 && plc != _plc)
            return false;
        ReadOnlySpan<char> text = _words.Length == 0 ? "" : TextOf(tag, plc);
        for (var i = 0; i < _words.Length; i++)
        {
            if (
                !(_blocks[i] is { } block && tag.Address.Area == S7.S7Area.DataBlock && tag.Address.Db == block)
                && !text.Contains(_words[i], StringComparison.OrdinalIgnoreCase)
            )
                return false;
        }
        return true;
    }

    /// <summary>True for a quality that matches.</summary>
    public bool Fits(StatusCode status) =>
        _quality switch
        {
            "notgood" => !status.IsGood,
            "bad" => status.IsBad,
            "uncertain" => status.IsUncertain,
            _ => true,
        };

    private ReadOnlySpan<char> TextOf(Tag tag, string plc)
    {
        var (folder, leaf) = tag.Path;
        int written;
        while (
            !(
                folder.Length == 0
                    ? _text.AsSpan().TryWrite($"{plc}/{leaf}", out written)
                    : _text.AsSpan().TryWrite($"{plc}/{folder}/{leaf}", out written)
            )
        )
            _text = new char[2 * _text.Length];
        return _text.AsSpan(0, written);
    }

    private static int? BlockOf(string word) =>
        word.StartsWith("DB", StringComparison.OrdinalIgnoreCase)
        && int.TryParse(word.AsSpan(2), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : null;
}
