namespace S7OpcBridge;

/// <summary>The keys of a member of a type in the long form: those of a tag that do not say where it lies.</summary>
internal static class MemberKeys
{
    private static readonly string[] Names = ["type", "access", "description", "unit", "range", "limits", "encoding", "timezone", "timestamp", "writeEvery", "deadband", "scale", "swap", "analogFaults"];

    public static readonly KeyTable<TagDraft> Table = TagKeys.Table.Only("member", Names);
}
