#nullable enable
namespace S7OpcBridge.OpcUa;

internal static class KnownStructures
{
    public static IUaStructure? Decode(uint encodingId, ref UaReader reader) => null;
}
