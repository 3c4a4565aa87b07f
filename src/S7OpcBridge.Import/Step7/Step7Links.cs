using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using S7OpcBridge.Import.Sources;

namespace S7OpcBridge.Import.Step7;

/// <summary>
/// Which symbol list and which block folder belong to one program. YDBs/YLNKLIST.DBF joins list (SOI) and program (TOI); hrs/S7RESOFF.DBF has the name of a
/// program and in RSRVD4_L an offset into hrs/linkhrs.lnk, where the number of its block folder stands behind 0x00116001 (little-endian).
/// </summary>
internal sealed class Step7Links
{
    private const uint FolderMark = 0x00116001;
    private const int MostOfLink = 0x200;

    private readonly Dictionary<string, string> _folders = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, string> _names = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Reads the links.</summary>
    /// <param name="tree">The files.</param>
    /// <param name="root">Folder of the project in them, with a slash at its end; empty: they are the project.</param>
    /// <param name="encoding">Code page of its texts.</param>
    /// <param name="folders">The block folders that are there, by name: a number in eight hexadecimal digits.</param>
    /// <exception cref="ImportException">A file can't be read.</exception>
    public Step7Links(SourceTree tree, string root, Encoding encoding, IReadOnlyList<string> folders)
    {
        var programs = Programs(tree, root, encoding, folders);
        if (!tree.Has($"{root}YDBs/YLNKLIST.DBF"))
            return;
        var links = DbfTable.Open(tree, $"{root}YDBs/YLNKLIST.DBF", encoding);
        for (var record = 0; record < links.Count; record++)
        {
            if (links.IsDeleted(record) || links.Whole(record, "SOI") is not { } list || links.Whole(record, "TOI") is not { } program)
                continue;
            // Without the tables of programs their number is all there is, and a new project numbers both alike.
            var folder = programs is null ? FolderOf(program, folders) : programs.GetValueOrDefault(program);
            if (folder is not null)
                _folders.TryAdd(list.ToString(CultureInfo.InvariantCulture), folder);
        }
    }

    /// <summary>The folder of a project in a tree by one of its tables, with a slash at its end; empty: the tree is the project.</summary>
    public static string RootOf(string path)
    {
        foreach (var part in (string[])["ombstx/", "YDBs/"])
        {
            var at = path.StartsWith(part, StringComparison.OrdinalIgnoreCase)
                ? 0
                : path.IndexOf("/" + part, StringComparison.OrdinalIgnoreCase) + 1;
            if (at > 0 || path.StartsWith(part, StringComparison.OrdinalIgnoreCase))
                return path[..at];
        }
        return "";
    }

    /// <summary>The block folder of the program that a symbol list belongs to; null: not known.</summary>
    public string? ProgramOf(string list) => _folders.GetValueOrDefault(list);

    /// <summary>True where at least one of these lists belongs to a program that is known.</summary>
    public bool HasProgramFor(IEnumerable<string> lists) => lists.Any(_folders.ContainsKey);

    /// <summary>The name of the program of a block folder; null: not known, or several programs have it.</summary>
    public string? NameOf(string folder) => _names.GetValueOrDefault(folder);

    // The block folder of each program by its number; null: the project does not have the tables.
    private Dictionary<int, string>? Programs(SourceTree tree, string root, Encoding encoding, IReadOnlyList<string> folders)
    {
        if (!tree.Has($"{root}hrs/S7RESOFF.DBF") || !tree.Has($"{root}hrs/linkhrs.lnk"))
            return null;
        var table = DbfTable.Open(tree, $"{root}hrs/S7RESOFF.DBF", encoding);
        var link = tree.Read($"{root}hrs/linkhrs.lnk");
        var programs = new Dictionary<int, string>();
        for (var record = 0; record < table.Count; record++)
        {
            if (
                table.IsDeleted(record)
                || table.Whole(record, "ID") is not { } id
                || FolderAt(link, table.Whole(record, "RSRVD4_L")) is not { } number
            )
                continue;
            if (FolderOf(number, folders) is not { } folder)
                continue;
            programs.TryAdd(id, folder);
            if (table.Text(record, "NAME") is { Length: > 0 } name)
                _names.TryAdd(folder, name);
        }
        foreach (
            var group in _names.GroupBy(entry => entry.Value, StringComparer.OrdinalIgnoreCase).Where(group => group.Count() > 1).ToList()
        )
        {
            foreach (var (folder, name) in group.ToList())
                _names[folder] = $"{name} {folder.TrimStart('0')}";
        }
        return programs;
    }

    private static uint? FolderAt(byte[] link, int? offset)
    {
        if (offset is not >= 0 || offset >= link.Length)
            return null;
        Span<byte> mark = stackalloc byte[sizeof(uint)];
        BinaryPrimitives.WriteUInt32LittleEndian(mark, FolderMark);
        var part = link.AsSpan(offset.Value, Math.Min(MostOfLink, link.Length - offset.Value));
        var at = part.IndexOf(mark);
        return at >= 0 && at + 8 <= part.Length ? BinaryPrimitives.ReadUInt32LittleEndian(part[(at + 4)..]) : null;
    }

    private static string? FolderOf(long number, IReadOnlyList<string> folders) =>
        folders.FirstOrDefault(folder =>
            long.TryParse(folder, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var value) && value == number
        );
}
