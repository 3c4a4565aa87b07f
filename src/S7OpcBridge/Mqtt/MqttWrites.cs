using S7OpcBridge.Bridge;
using S7OpcBridge.Core;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub;
using S7OpcBridge.Web;

namespace S7OpcBridge.Mqtt;

/// <summary>
/// Writes tags by messages of a broker: by the service of OPC UA, so with its permissions, limits, queues and audit, in the name of the entry's user.
/// </summary>
/// <param name="settings">The entry, which has commands.</param>
/// <param name="map">Returns the running tags.</param>
/// <param name="logins">The users; null: there are none.</param>
internal sealed class MqttWrites(MqttSettings settings, Func<TagMap> map, BridgeServer server, Logins? logins)
{
    // Where the entry names no user, its list of tags is what it may write.
    private static readonly string[] Unnamed = ["Operator"];

    /// <summary>Carries out a command.</summary>
    public async ValueTask<CommandResult> ExecuteAsync(TagCommand command, CancellationToken cancellationToken)
    {
        var tags = map();
        if ((uint)command.Tag >= (uint)tags.Tags.Length || tags.Tags[command.Tag] is not { IsGone: false } tag)
            return new CommandResult(StatusCodes.BadNodeIdUnknown, "The tag is no longer in the map.");
        var (plc, user) = (tags.Plcs[tag.Plc].Name, settings.Commands!.User);
        if ((user is null ? Unnamed : logins?.RolesOf(user)) is not { } roles)
            return new CommandResult(StatusCodes.BadUserAccessDenied, $"There is no user {user}, in whose name commands are carried out.");
        var type = BridgeServer.TypeOf(tag);
        if (type == BuiltInType.Null)
            return new CommandResult(StatusCodes.BadWaitingForInitialData, $"{plc} has not told the type of {tag.Name} yet.");
        if (GivenValue.Read(command.Value, type, tag.IsArray) is not { } value)
            return new CommandResult(
                StatusCodes.BadTypeMismatch,
                $"{plc}/{tag.Name} takes {(tag.IsArray ? $"an array of {tag.ArrayLength} elements, each " : "")}{GivenValue.Describe(type)}."
            );
        var caller = server.CallerByBroker(settings.Name, settings.BrokerText, user, roles, settings.HasTls || settings.IsLocal);
        var status = await server.WriteAsync(caller, tag, value, cancellationToken);
        return new CommandResult(
            status,
            status == StatusCodes.BadSecurityModeInsufficient
                ? $"{plc}/{tag.Name} can only be written by a broker with TLS (mqtts://)."
                : WriteSentences.Describe(plc, tag, user ?? "mqtt", status)
        );
    }
}
