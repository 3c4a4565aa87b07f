namespace S7OpcBridge.Core;

/// <summary>A tag that was read once, outside of all cycles.</summary>
/// <param name="Tag">The tag.</param>
/// <param name="Value">Its value; kind None: there is none.</param>
/// <param name="Quality">Its quality.</param>
/// <param name="Reason">Why there is no value, with the remedy; null: there is one.</param>
public sealed record PeekedTag(Tag Tag, TagValue Value, TagQuality Quality, string? Reason);

/// <summary>What came of a look at tags.</summary>
/// <param name="Tags">The tags in the order of the map.</param>
/// <param name="LeftOut">Tags that were too many, so that they were not read.</param>
public sealed record PeekAnswer(IReadOnlyList<PeekedTag> Tags, int LeftOut);
