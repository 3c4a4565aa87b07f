using System.Globalization;
using System.Text;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Map;

namespace S7OpcBridge.Import.Step7;

/// <summary>The code page of a project's texts: line 4 of its file Global/Language, the ANSI code page of the PC that it was made on.</summary>
internal static class Step7Language
{
    private const int Line = 4;

    /// <summary>The code page; null: the project does not tell, or it is not known here, with a note.</summary>
    /// <exception cref="ImportException">The file can't be read.</exception>
    public static Encoding? ReadEncoding(SourceTree tree, string root, SourceLocation spot, ImportDraft draft)
    {
        if (!tree.Has($"{root}Global/Language"))
            return null;
        var lines = Encoding.ASCII.GetString(tree.Read($"{root}Global/Language")).Split('\n');
        if (
            lines.Length < Line
            || !int.TryParse(lines[Line - 1].Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out var page)
            || page == 0
        )
            return null;
        if (page <= ushort.MaxValue && CodePagesEncodingProvider.Instance.GetEncoding(page) is { } encoding)
            return encoding;
        draft.Note(
            spot,
            $"the project names the code page {page} in Global/Language, which is not known here; its texts are read as windows-1252, name "
                + "another with --encoding"
        );
        return null;
    }
}
