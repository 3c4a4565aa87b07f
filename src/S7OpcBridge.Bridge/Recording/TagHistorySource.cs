using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Recording;

/// <summary>Gives the OPC UA server the recorded history of tags.</summary>
internal static class TagHistorySource
{
    public static HistorySource Create(Func<TagMap> map, TagRecording recording, HistoryRecorder recorder) =>
        new()
        {
            ConfigurationOf = variable =>
                TagOf(map(), variable) is not { Details.History: not null } tag ? null
                : IsMeasured(tag) ? HistoryConfiguration.Sloped
                : HistoryConfiguration.Stepped,
            ReadRaw = (range, values, cancellationToken) =>
                TagOf(map(), range.Variable) is { } tag
                    ? recording.Read(map().NodeIdOf(tag), range, values, cancellationToken)
                    : ValueTask.FromResult(new SourceProgress(0)),
            IsCollecting = variable => recording.IsWriting() && TagOf(map(), variable) is { } tag && map().Plcs[tag.Plc].Enabled,
            StartOfArchive = recording.StartOfArchive,
            Kept = recording.Kept,
            RecordEvent = recording.RecordEvent is null ? null : recorder.Record,
            ReadEvents = recording.ReadEvents,
        };

    private static Tag? TagOf(TagMap map, int variable) =>
        variable < map.Tags.Length && map.Tags[variable] is { IsGone: false, Plc: >= 0 } tag ? tag : null;

    // Between two values of a measurement lies a line; whole numbers are counters and states, which step.
    private static bool IsMeasured(Tag tag) => tag is { IsArray: false, ValueKind: TagValueKind.Single or TagValueKind.Double };
}
