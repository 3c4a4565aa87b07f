using System.Text.Json.Serialization.Metadata;

namespace S7OpcBridge.Web.ApiDocument;

/// <summary>What the document says of an action or a page's answer beside what the table of actions knows.</summary>
/// <param name="Name">The action, or the path below /api/.</param>
/// <param name="Summary">What it does, in one sentence.</param>
/// <param name="Body">The shape of its body; null: none.</param>
/// <param name="Answer">The shape of its answer; null: it is no JSON.</param>
/// <param name="Query">Its query parameters, each with what it is after a colon.</param>
internal sealed record ApiDescription(
    string Name,
    string Summary,
    Func<JsonTypeInfo>? Body = null,
    Func<JsonTypeInfo>? Answer = null,
    params string[] Query
)
{
    /// <summary>The media type of an answer that is no JSON.</summary>
    public string MediaType { get; init; } = "text/plain";
}
