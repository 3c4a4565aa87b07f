namespace S7OpcBridge.NodesetTool;

internal static class TableWriter
{
    public static byte[] Write(Nodeset nodes) => [];
}
