using System.Text.Json.Serialization;
using S7OpcBridge.Web.Alarms;
using S7OpcBridge.Web.Certificates;
using S7OpcBridge.Web.Plans;
using S7OpcBridge.Web.Tags;
using S7OpcBridge.Web.Trends;

namespace S7OpcBridge.Web.Page;

/// <summary>Serializes the answers as JSON in camel case; unknown values are omitted.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(Overview))]
[JsonSerializable(typeof(TagPage))]
[JsonSerializable(typeof(IReadOnlyList<TagLiveValue>))]
[JsonSerializable(typeof(ClientList))]
[JsonSerializable(typeof(AlarmList))]
[JsonSerializable(typeof(PastAlarms))]
[JsonSerializable(typeof(ClusterPage))]
[JsonSerializable(typeof(IReadOnlyList<RejectedClient>))]
[JsonSerializable(typeof(TrustView))]
[JsonSerializable(typeof(PlanDrawing))]
[JsonSerializable(typeof(Trend))]
[JsonSerializable(typeof(IReadOnlyList<ItemTags>))]
internal sealed partial class StatusJson : JsonSerializerContext;
