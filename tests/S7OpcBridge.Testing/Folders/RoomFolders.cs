using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;

namespace S7OpcBridge.Testing;

/// <summary>
/// The folders of a room, read from its sources: which types each declares, and which types of other folders it uses. A test asserts for each room that
/// <see cref="Circles"/> and <see cref="WrongNamespaces"/> are empty.
/// </summary>
/// <remarks>
/// Sources are read as text. A name counts as a use of a type of the room unless it is a member (behind a dot, or being declared), names an argument or a
/// property (before a colon) or is assigned to. Comments, documentation included, are no uses.
/// </remarks>
public sealed partial class RoomFolders
{
    private readonly string _room;
    private readonly List<CodeFile> _files;

    private RoomFolders(string room, List<CodeFile> files) => (_room, _files) = (room, files);

    /// <summary>Reads a room.</summary>
    /// <param name="room">Name of its folder below <c>src</c>, which is its root namespace too: <c>S7OpcBridge.Core</c>.</param>
    public static RoomFolders Of(string room)
    {
        var root = Path.Combine(SourceRoot(), room);
        var files = new List<CodeFile>();
        foreach (var path in Directory.EnumerateFiles(root, "*.cs", SearchOption.AllDirectories).Order(StringComparer.Ordinal))
        {
            var relative = Path.GetRelativePath(root, path).Replace('\\', '/');
            if (!relative.StartsWith("obj/", StringComparison.Ordinal) && !relative.StartsWith("bin/", StringComparison.Ordinal))
                files.Add(CodeFile.Read(relative, File.ReadAllText(path)));
        }
        return new RoomFolders(room, files);
    }

    /// <summary>
    /// Circles of folders, of any length, each as the shortest way round with a use that shows every step. Types at the top of the room belong to the folder
    /// <c>.</c>
    /// </summary>
    public IReadOnlyList<string> Circles() => FolderCircles.Of(Uses());

    /// <summary>Files in another namespace than theirs: the room's where they declare a public type, else that of their folder.</summary>
    public IReadOnlyList<string> WrongNamespaces() =>
        [
            .. _files
                .Where(file => file.Types.Count > 0 && file.Namespace != NamespaceOf(file))
                .Select(file => $"{file.Path} has namespace {file.Namespace}, wanted: {NamespaceOf(file)}"),
        ];

    /// <summary>Files whose code, without comments and texts, has this word.</summary>
    public IReadOnlyList<string> FilesWith(string word) =>
        [.. _files.Where(file => Regex.IsMatch(file.Code, $@"\b{word}\b")).Select(file => file.Path)];

    private string NamespaceOf(CodeFile file) =>
        file.Types.Any(static type => type.IsPublic) || file.Folder == "." ? _room : $"{_room}.{file.Folder.Replace('/', '.')}";

    private Dictionary<(string From, string To), string> Uses()
    {
        var owners = _files
            .SelectMany(static file => file.Types.Select(type => (type.Name, file.Folder)))
            .Distinct()
            .ToLookup(static type => type.Name, static type => type.Folder);
        var uses = new Dictionary<(string, string), string>();
        foreach (var file in _files)
        {
            foreach (Match word in Word().Matches(EnumBody().Replace(file.Code, "{}")))
            {
                if (!owners.Contains(word.Value) || owners[word.Value].Contains(file.Folder))
                    continue;
                foreach (var owner in owners[word.Value])
                    uses.TryAdd((file.Folder, owner), $"{file.Path} uses {word.Value} of {owner}");
            }
        }
        return uses;
    }

    private static string SourceRoot([CallerFilePath] string here = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(here)!, "../../../src"));

    [GeneratedRegex(@"(?<=\benum\s+\w+[^{;]*)\{[^}]*\}")]
    private static partial Regex EnumBody();

    // A capitalised word that is no member (used or declared), no name of an argument or property pattern, and not assigned to.
    [GeneratedRegex(
        @"(?<![\w.@]|\bvoid )[A-Z]\w*(?!\w)(?!\s*:(?!:))(?!\s*=(?!=))(?!\s*\{\s*(?:(?:private|internal|protected|readonly)\s+)?(?:get|init|set)\b)"
    )]
    private static partial Regex Word();

    private sealed partial record CodeFile(
        string Path,
        string Folder,
        string Code,
        string Namespace,
        List<(string Name, bool IsPublic)> Types
    )
    {
        public static CodeFile Read(string path, string source)
        {
            var code = CodeText.Of(source);
            var types = new List<(string, bool)>();
            var (depth, at) = (0, 0);
            foreach (Match declaration in Declaration().Matches(code))
            {
                for (; at < declaration.Index; at++)
                    depth +=
                        code[at] == '{' ? 1
                        : code[at] == '}' ? -1
                        : 0;
                if (depth == 0)
                    types.Add((declaration.Groups["name"].Value, declaration.Groups["access"].Value == "public"));
            }
            var folder = System.IO.Path.GetDirectoryName(path)!.Replace('\\', '/');
            return new CodeFile(path, folder.Length == 0 ? "." : folder, code, NamespaceLine().Match(code).Groups[1].Value, types);
        }

        [GeneratedRegex(
            @"(?<![\w.])(?<access>public|internal|file)?\s*(?:(?:static|sealed|abstract|partial|readonly|ref|unsafe)\s+)*"
                + @"(?:class|record\s+struct|record|struct|interface|enum|delegate\s+[\w<>\[\],?. ]+?)\s+(?<name>[A-Z]\w*)"
        )]
        private static partial Regex Declaration();

        [GeneratedRegex(@"^namespace ([\w.]+);", RegexOptions.Multiline)]
        private static partial Regex NamespaceLine();
    }
}
