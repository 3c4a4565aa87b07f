using S7OpcBridge.Import.Sources;

namespace S7OpcBridge.Import.Tables;

/// <summary>Workbooks among the sources.</summary>
internal static class Workbooks
{
    /// <summary>True for an archive that has a workbook in it.</summary>
    public static bool Is(Source source) => source.Tree?.Has(Workbook.Main) == true;

    /// <summary>The workbook; null where the source is none, or broken.</summary>
    public static Workbook? Open(Source source) => source.Tree is { } tree ? Workbook.Open(source.File, tree.Has, tree.Read) : null;
}
