namespace S7OpcBridge.Web;

/// <summary>An alarm as the status page and <c>watch</c> show it.</summary>
/// <param name="Id">Text of its node id.</param>
/// <param name="Source">PLC and path of its tag, or the PLC.</param>
/// <param name="Class">Its class; empty: that of PLCs.</param>
/// <param name="Severity">1 to 1000.</param>
/// <param name="State">In words: <c>active, unacknowledged</c>.</param>
/// <param name="Message">Its text.</param>
/// <param name="Changed">When its state last changed, also from one limit to the next, or by a user; null: never.</param>
/// <param name="Since">When it became active; null: it is not.</param>
/// <param name="Comment">The last comment; null: none.</param>
/// <param name="User">Who gave it or acted last; null: nobody, or nobody with a name.</param>
/// <param name="Quality">The quality of its value.</param>
/// <param name="Event">Its last event, as hexadecimal digits, to acknowledge what was seen and nothing newer; null: there was none, or it is past.</param>
/// <param name="Acts">What can be done with it in its present state; null: it is past.</param>
public sealed record AlarmRow(
    string Id,
    string Source,
    string Class,
    int Severity,
    string State,
    string Message,
    DateTime? Changed,
    DateTime? Since,
    string? Comment,
    string? User,
    string Quality,
    string? Event = null,
    IReadOnlyList<AlarmAct>? Acts = null
)
{
    /// <summary>The state of a row that stands where changes may be missing.</summary>
    public const string Gap = "gap";
}
