using S7OpcBridge.Web;

namespace S7OpcBridge.Local;

/// <summary>The cluster of a running bridge.</summary>
/// <param name="State">The cluster as that node sees it; null: it runs without one.</param>
/// <param name="ServiceLevel">Its service level, 0 to 255.</param>
internal sealed record ClusterAnswer(ClusterState? State, byte ServiceLevel);
