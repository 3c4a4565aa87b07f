using S7OpcBridge.Core;

namespace S7OpcBridge.Bridge.Recording;

/// <summary>The keys under which tags are recorded.</summary>
internal static class NodeKeys
{
    /// <summary>The text of the tag's node id, which clients know it by: it outlives reloads, restarts and changes of the type.</summary>
    public static string ForTag(TagMap map, Tag tag) => tag.Details?.NodeId ?? map.PathOf(tag);
}
