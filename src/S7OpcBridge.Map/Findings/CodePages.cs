using System.Text;

namespace S7OpcBridge.Map;

/// <summary>The code pages that a map names for its files (<c>encoding</c>).</summary>
public sealed class CodePages
{
    private Dictionary<string, Encoding>? _pages;

    /// <summary>That of a file; null: none is named, it is found out from the bytes.</summary>
    public Encoding? Find(string file) => _pages?.GetValueOrDefault(Path.GetFullPath(file));

    /// <summary>These, and those of others for files that are not among them.</summary>
    public CodePages Over(CodePages others)
    {
        var all = new CodePages();
        foreach (var (file, page) in (others._pages ?? []).Concat(_pages ?? []))
            (all._pages ??= [])[file] = page;
        return all;
    }

    /// <summary>Notes one; returns another one that the map names for the same file, or null.</summary>
    internal Encoding? Note(string file, Encoding page)
    {
        var path = Path.GetFullPath(file);
        if ((_pages ??= []).TryAdd(path, page) || _pages[path].CodePage == page.CodePage)
            return null;
        return _pages[path];
    }
}
