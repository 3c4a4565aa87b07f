using S7OpcBridge.OpcUa;
using S7OpcBridge.Web.Actions;
using UaStatus = S7OpcBridge.OpcUa.StatusCodes;

namespace S7OpcBridge.Web.Values;

/// <summary>Reading and writing values with their types.</summary>
internal sealed class ValueActions(BridgeView view, ValueCommands commands)
{
    private const int MaxBody = 64 * 1024,
        MostTags = 200,
        LongestQuery = 16 * 1024;

    /// <summary>Writes of a user that may wait for PLCs at a time.</summary>
    public const int AtOnce = 4;

    private readonly TagFinder _tags = new(view);

    /// <summary>The actions.</summary>
    public IEnumerable<WebAction> List() =>
        [
            new("values", "GET", Right.Reader, 0, ReadAsync),
            new("values/write", "POST", Right.Permission, MaxBody, WriteAsync) { AtOnceOfUser = AtOnce },
        ];

    private Task<ActionAnswer> ReadAsync(ActionCall call, CancellationToken cancellationToken)
    {
        var query = call.Context.Request.Query;
        if (NamesOf(query["plc"].ToString(), [.. query["tags"]]) is not { } names)
            return Task.FromResult(
                ActionAnswer.Refuse(
                    Microsoft.AspNetCore.Http.StatusCodes.Status400BadRequest,
                    UaStatus.BadTooManyOperations,
                    $"'tags' has up to {MostTags} names of tags, repeated or with commas between them; without 'plc' each begins with that "
                        + "of its PLC: Line1/Motor/Speed."
                )
            );
        var tags = _tags.Find(names);
        var rows = names.Select(
            (name, place) =>
                tags[place] is { } tag ? ValueRow.From(view, commands, name.Plc, tag, call.Caller) : ValueRow.Unknown(name.Plc, name.Name)
        );
        return Task.FromResult(ActionAnswer.Give(new ValueList([.. rows]), ValueJson.Default.ValueList, "Read."));
    }

    private async Task<ActionAnswer> WriteAsync(ActionCall call, CancellationToken cancellationToken)
    {
        var body = call.Read(ValueJson.Default.WriteBody);
        var caller = call.Caller!;
        if (_tags.Find(body.Plc, body.Tag) is not { } tag)
            return Refuse(UaStatus.BadNotFound, $"There is no tag {body.Plc}/{body.Tag}.");
        if (WriteSentences.WhyNot(body.Plc, tag, caller.User, commands.MayWrite(caller, tag)) is not null)
            // By the service all the same, so that the refusal stands in its audit.
            return await SendAsync(call, body, tag, default, cancellationToken);
        var type = view.Server.TypeOf(tag);
        if (type == BuiltInType.Null)
            return Refuse(UaStatus.BadWaitingForInitialData, $"{body.Plc} has not told the type of {body.Tag} yet.");
        if (GivenValue.Read(body.Value, type, tag.IsArray) is not { } value)
            return ActionAnswer.Refuse(
                Microsoft.AspNetCore.Http.StatusCodes.Status400BadRequest,
                UaStatus.BadTypeMismatch,
                $"{body.Plc}/{body.Tag} takes {(tag.IsArray ? $"an array of {tag.ArrayLength} elements, each " : "")}{GivenValue.Describe(type)}."
            );
        return WriteSentences.IsOutput(tag) && !body.Confirm
            ? Refuse(
                UaStatus.BadConfigurationError,
                $"{body.Plc}/{body.Tag} is an output ({tag.Place}): a write may move something. Say \"confirm\": true with it."
            )
            : await SendAsync(call, body, tag, value, cancellationToken);
    }

    private async Task<ActionAnswer> SendAsync(
        ActionCall call,
        WriteBody body,
        Core.Tag tag,
        Variant value,
        CancellationToken cancellationToken
    )
    {
        var caller = call.Caller!;
        var status = await commands.WriteAsync(caller, tag, value, cancellationToken);
        return ActionAnswer.From(new CommandOutcome(status, WriteSentences.Describe(body.Plc, tag, caller.User, status)));
    }

    private static ActionAnswer Refuse(StatusCode status, string sentence) => ActionAnswer.From(new CommandOutcome(status, sentence));

    private List<(string Plc, string Name)>? NamesOf(string plc, string?[] given)
    {
        if (given.Length == 0 || given.Sum(static text => text?.Length ?? 0) > LongestQuery)
            return null;
        var names = new List<(string Plc, string Name)>();
        foreach (var text in given.OfType<string>())
        {
            // A name may have a comma in it.
            var whole = NameOf(plc, text);
            if (!text.Contains(',') || _tags.Find(whole.Plc, whole.Name) is not null)
                names.Add(whole);
            else
                names.AddRange(text.Split(',', StringSplitOptions.RemoveEmptyEntries).Select(part => NameOf(plc, part)));
            if (names.Count > MostTags)
                return null;
        }
        return names;
    }

    private static (string Plc, string Name) NameOf(string plc, string text) =>
        plc.Length > 0 ? (plc, text)
        : text.IndexOf('/') is > 0 and var slash ? (text[..slash], text[(slash + 1)..])
        : ("", text);
}
