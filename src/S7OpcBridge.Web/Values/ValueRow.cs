using System.Text.Json.Serialization;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Web.Values;

/// <summary>The values asked for.</summary>
internal sealed record ValueList(IReadOnlyList<ValueRow> Values);

/// <summary>The present value of a tag with its type.</summary>
/// <param name="Plc">Name of the PLC.</param>
/// <param name="Tag">Path of the tag below it.</param>
/// <param name="Type">The type of OPC UA, or that of the elements: Boolean, Int16, Float …; null: there is no such tag, or its CPU has not told it yet.</param>
/// <param name="Length">Elements of an array; null: it is none.</param>
/// <param name="Value">The value, see <see cref="JsonValue"/>; null: there is none.</param>
/// <param name="Code">The status code of OPC UA.</param>
/// <param name="Quality">Its name.</param>
/// <param name="Changed">When value or quality last changed; null: never.</param>
/// <param name="Confirmed">When the PLC last confirmed it, or was last tried; null: never.</param>
/// <param name="Unit">The unit; null: none.</param>
/// <param name="Low">The least value that may be written; null: no limit.</param>
/// <param name="High">The largest.</param>
/// <param name="IsOutput">True: it lies in the outputs, so that a write has to be confirmed.</param>
/// <param name="WhyNoWrite">Why the asking user cannot write it, as a sentence; null: the user can.</param>
internal sealed record ValueRow(
    string Plc,
    string Tag,
    string? Type,
    int? Length,
    [property: JsonConverter(typeof(JsonValue)), JsonIgnore(Condition = JsonIgnoreCondition.Never)] Variant Value,
    uint Code,
    string Quality,
    DateTime? Changed = null,
    DateTime? Confirmed = null,
    string? Unit = null,
    double? Low = null,
    double? High = null,
    bool IsOutput = false,
    string? WhyNoWrite = null
)
{
    /// <summary>The value of a tag as somebody may see it.</summary>
    /// <param name="caller">Who asks; null: everybody at this machine, who sees what the page shows.</param>
    public static ValueRow From(BridgeView view, ValueCommands commands, string plc, Tag tag, PageCaller? caller)
    {
        var type = view.Server.TypeOf(tag);
        var mayRead = caller is null ? StatusCodes.Good : commands.MayRead(caller, tag);
        var read = mayRead.IsGood ? view.Server.ValueOf(tag.Id) : new DataValue(default, mayRead, 0, 0);
        return new ValueRow(
            plc,
            tag.Name,
            type == BuiltInType.Null ? null : type.ToString(),
            tag.IsArray ? tag.ArrayLength : null,
            read.Status.IsBad ? default : read.Value,
            read.Status.Value,
            StatusCodes.NameOf(read.Status),
            TimeOf(read.SourceTime),
            TimeOf(read.ServerTime),
            tag.Details?.Unit,
            tag.Details?.Limits?.Low,
            tag.Details?.Limits?.High,
            WriteSentences.IsOutput(tag),
            caller is null ? "Log in to write." : WriteSentences.WhyNot(plc, tag, caller.User, commands.MayWrite(caller, tag))
        );
    }

    /// <summary>A name that no tag has.</summary>
    public static ValueRow Unknown(string plc, string tag) =>
        new(plc, tag, null, null, default, StatusCodes.BadNodeIdUnknown, nameof(StatusCodes.BadNodeIdUnknown));

    private static DateTime? TimeOf(long time) => time == 0 ? null : new DateTime(UaTime.ToTicks(time), DateTimeKind.Utc);
}
