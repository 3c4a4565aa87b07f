using System.Text.Json.Serialization;
using S7OpcBridge.Core;
using S7OpcBridge.Output;
using S7OpcBridge.Web;

namespace S7OpcBridge.Clustering;

/// <summary>The cluster as JSON, and what nodes ask each other for <c>doctor</c>.</summary>
[JsonSerializable(typeof(ClusterState))]
[JsonSerializable(typeof(SharedDoctor.Question))]
[JsonSerializable(typeof(PlcReport))]
[JsonSerializable(typeof(SharedFiles.Question), TypeInfoPropertyName = "SharedQuestion")]
internal sealed partial class ClusterJson : JsonSerializerContext
{
    public static ClusterJson Shapes { get; } = new(JsonText.NewOptions());
}

/// <summary>What a node tells the others of itself, in the names that nodes of earlier versions know.</summary>
[JsonSerializable(typeof(NodeDescription))]
internal sealed partial class NodeDescriptionJson : JsonSerializerContext;
