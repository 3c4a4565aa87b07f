using S7OpcBridge.Core;

namespace S7OpcBridge.Map.Compiling;

/// <summary>Splits paths and shares the strings of equal folders and equal last levels.</summary>
internal sealed class SharedPaths
{
    private readonly HashSet<string> _words = [];
    private string _folder = "";

    public TagPath Share(string path)
    {
        var slash = path.LastIndexOf('/');
        var folder = path.AsSpan(0, Math.Max(slash, 0));
        // Adjacent tags usually have the same folder.
        if (!folder.SequenceEqual(_folder))
            _folder = Shared(folder);
        return new TagPath(_folder, Shared(path.AsSpan(slash + 1)));
    }

    private string Shared(ReadOnlySpan<char> text)
    {
        var words = _words.GetAlternateLookup<ReadOnlySpan<char>>();
        if (words.TryGetValue(text, out var known))
            return known;
        words.Add(text);
        words.TryGetValue(text, out known);
        return known!;
    }
}
