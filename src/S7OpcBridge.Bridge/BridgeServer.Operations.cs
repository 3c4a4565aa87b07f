using System.Net;
using S7OpcBridge.Bridge.Audit;
using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.Bridge.Values;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge;

/// <summary>What users of the web page do with tags and alarms: by the services, permissions and audit of OPC UA.</summary>
public sealed partial class BridgeServer
{
    private const string Page = "web page";

    // The methods of an alarm have the paths of their browse names below its node id.
    private static string PathOf(ConditionAction action) =>
        action is ConditionAction.TimedShelve or ConditionAction.OneShotShelve or ConditionAction.Unshelve
            ? $"ShelvingState/{action}"
            : $"{action}";

    /// <summary>A user of the web page, as the services of OPC UA see it.</summary>
    /// <param name="user">Its name.</param>
    /// <param name="roles">The roles that it has there.</param>
    /// <param name="remote">Where the request came from.</param>
    /// <param name="isEncrypted">True over https, or from this machine.</param>
    public UaCaller CallerOnPage(string user, IReadOnlyList<string> roles, EndPoint? remote, bool isEncrypted) =>
        new(default, Page, user, roles, Page, remote, isEncrypted) { WellKnownRoles = _server.Options.RoleDirectory.RolesOf(user, roles) };

    /// <summary>Somebody who writes by messages of a broker, as the services of OPC UA see it.</summary>
    /// <param name="entry">Name of the entry of <c>mqtt</c>; the audit shows it.</param>
    /// <param name="broker">The broker's address, as the map gives it.</param>
    /// <param name="user">The user in whose name it is done; null: the entry itself.</param>
    /// <param name="roles">The roles for it.</param>
    /// <param name="isEncrypted">True over TLS, or on this machine.</param>
    public UaCaller CallerByBroker(string entry, string broker, string? user, IReadOnlyList<string> roles, bool isEncrypted) =>
        new(default, $"mqtt {entry}", user ?? $"mqtt {entry}", roles, $"mqtt {entry}", new BrokerEndPoint(broker), isEncrypted)
        {
            WellKnownRoles = _server.Options.RoleDirectory.RolesOf(user ?? entry, roles),
        };

    /// <summary>The endpoints for clients that use these URLs.</summary>
    public IReadOnlyList<EndpointDescription> EndpointsAt(IReadOnlyList<string> urls) => [.. urls.SelectMany(_server.EndpointsAt)];

    /// <summary>The present value of a tag with its times.</summary>
    public DataValue ReadValue(int tag) => _table.Read(tag);

    /// <summary>The built-in type of a tag's values, or of their elements; Null: the CPU has not reported it yet.</summary>
    public static BuiltInType TypeOf(Tag tag) => TypeMapping.BuiltInOf(tag.ValueKind);

    /// <summary>Writes a tag, as a client does. The answer is that of the PLC, or why nothing was sent.</summary>
    public ValueTask<StatusCode> WriteAsync(UaCaller caller, Tag tag, Variant value, CancellationToken cancellationToken) =>
        _server.WriteAsync(caller, NodeOf(tag), value, cancellationToken);

    /// <summary>Whether somebody may read a tag: Good, or why not.</summary>
    public StatusCode MayRead(UaCaller caller, Tag tag) => _server.MayRead(caller, NodeOf(tag));

    /// <summary>Whether somebody may read what was recorded of a tag: Good, or why not.</summary>
    public StatusCode MayReadHistory(UaCaller caller, Tag tag) => _server.MayReadHistory(caller, NodeOf(tag));

    /// <summary>Whether somebody may write a tag: Good, or why not.</summary>
    public StatusCode MayWrite(UaCaller caller, Tag tag) => _server.MayWrite(caller, NodeOf(tag));

    /// <summary>Calls a method of an alarm, as a client does.</summary>
    /// <param name="alarm">Text of its node id.</param>
    /// <param name="action">The method.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="cancellationToken">The caller does not wait any longer.</param>
    public ValueTask<StatusCode> CallAlarmAsync(
        UaCaller caller,
        string alarm,
        ConditionAction action,
        Variant[] arguments,
        CancellationToken cancellationToken
    ) =>
        _server.CallConditionAsync(
            caller,
            new CallMethodRequest
            {
                ObjectId = new NodeId(TagNamespace.Index, alarm),
                MethodId = new NodeId(TagNamespace.Index, $"{alarm}/{PathOf(action)}"),
                InputArguments = arguments,
            },
            cancellationToken
        );

    /// <summary>Whether somebody may call a method of an alarm: Good, or why not.</summary>
    public StatusCode MayCallAlarm(UaCaller caller, string alarm, ConditionAction action) =>
        _server.MayCall(caller, new NodeId(TagNamespace.Index, $"{alarm}/{PathOf(action)}"));

    private NodeId NodeOf(Tag tag) => new(TagNamespace.Index, _acquisition.Map.NodeIdOf(tag));
}
