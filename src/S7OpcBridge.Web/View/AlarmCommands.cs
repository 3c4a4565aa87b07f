using System.Text.Json.Serialization;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Web;

/// <summary>What pages do with alarms, as functions that the program fills in. Any thread.</summary>
public sealed record AlarmCommands
{
    /// <summary>Does something with an alarm, as an OPC UA client does by calling a method of its condition.</summary>
    public Func<PageCaller, AlarmCall, CancellationToken, ValueTask<StatusCode>> CallAsync { get; init; } =
        static (_, _, _) => ValueTask.FromResult<StatusCode>(StatusCodes.BadNotSupported);

    /// <summary>Whether somebody may do that with an alarm, by the id of the alarm: Good, or why not; whatever state it is in.</summary>
    public Func<PageCaller, string, AlarmAct, StatusCode> MayCall { get; init; } = static (_, _, _) => StatusCodes.BadNotSupported;
}

/// <summary>What can be done with an alarm.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<AlarmAct>))]
public enum AlarmAct
{
    /// <summary>Acknowledge it.</summary>
    [JsonStringEnumMemberName("acknowledge")]
    Acknowledge,

    /// <summary>Confirm it, where its class asks for that.</summary>
    [JsonStringEnumMemberName("confirm")]
    Confirm,

    /// <summary>Comment it.</summary>
    [JsonStringEnumMemberName("comment")]
    Comment,

    /// <summary>Shelve it: for a time, or until it is gone.</summary>
    [JsonStringEnumMemberName("shelve")]
    Shelve,

    /// <summary>End the shelving.</summary>
    [JsonStringEnumMemberName("unshelve")]
    Unshelve,
}

/// <summary>Something to be done with an alarm.</summary>
/// <param name="Id">Text of its node id.</param>
/// <param name="Act">What.</param>
/// <param name="Event">The event that the user saw, see <see cref="AlarmRow.Event"/>; null: the last.</param>
/// <param name="Comment">A comment with it; null: none.</param>
/// <param name="Shelving">For how long it is shelved; null: until it is gone.</param>
public sealed record AlarmCall(string Id, AlarmAct Act, string? Event = null, string? Comment = null, TimeSpan? Shelving = null);
