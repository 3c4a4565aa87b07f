using System.Text;

namespace S7OpcBridge.Import.Writing;

/// <summary>The templates of a file: each gets a name from the first folder that it stands for, which no other file of the map has.</summary>
/// <param name="names">The names that the files of the map have so far.</param>
internal sealed class TemplateNames(HashSet<string> names)
{
    private readonly List<(string Name, TagNode Body, TagContext Context)> _all = [];

    /// <summary>The templates in the order in which they are used.</summary>
    public IReadOnlyList<(string Name, TagNode Body, TagContext Context)> All => _all;

    /// <summary>Notes a template and gives its name.</summary>
    public string Assign(TagNode body, in TagContext context)
    {
        var stem = new StringBuilder();
        foreach (var c in body.Name)
        {
            if (c == '[')
                break;
            if (char.IsLetterOrDigit(c) || c == '_')
                stem.Append(c);
        }
        var name = stem.ToString().TrimEnd('0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '_');
        if (name.Length == 0 || !char.IsLetter(name[0]))
            name = "Structure";
        var free = name;
        for (var n = 2; !names.Add(free); n++)
            free = $"{name}_{n}";
        _all.Add((free, body, context with { Db = body.Db, Start = body.Start, InTemplate = true }));
        return free;
    }
}
