using S7OpcBridge.OpcUa.Server.Calls;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Management.Storing;

namespace S7OpcBridge.OpcUa.Server.Management.Users;

/// <summary>
/// The methods of the UserManagement object (OPC 10000-18, 5.2): a SecurityAdmin adds, changes and removes users, and a user changes its own password; all on
/// encrypted channels only, which the permissions of the nodes say.
/// </summary>
internal sealed class UserMethods(ServerContext server, UserManagement users) : IServerMethods
{
    private const UserConfiguration Supported = UserConfiguration.NoDelete | UserConfiguration.Disabled | UserConfiguration.NoChangeByUser;
    private const uint MustChangePassword = 8;

    private const BuiltInType Text = BuiltInType.String,
        Flag = BuiltInType.Boolean,
        Number = BuiltInType.UInt32;

    /// <summary>Passwords are never audited by value.</summary>
    public MethodAudit? AuditOf(NodeId method) =>
        MethodCall.NumberOf(method) switch
        {
            UserManagementNodes.AddUser => new MethodAudit(0b1101),
            UserManagementNodes.ModifyUser => new MethodAudit(0b111_1011),
            UserManagementNodes.RemoveUser => new MethodAudit(0b1),
            UserManagementNodes.ChangePassword => MethodAudit.NoValues,
            _ => null,
        };

    /// <inheritdoc/>
    public async ValueTask<CallMethodResult> CallAsync(MethodCall call, CancellationToken cancellationToken)
    {
        (string Name, Expected[] Inputs, Func<ValueTask<string>> Change) method = call.Number switch
        {
            UserManagementNodes.AddUser => ("AddUser", [Text, Text, Number, Text], () => new(Add(call.Arguments))),
            UserManagementNodes.ModifyUser => (
                "ModifyUser",
                [Text, Flag, Text, Flag, Number, Flag, Text],
                () => new(Modify(call.Caller, call.Arguments))
            ),
            UserManagementNodes.RemoveUser => ("RemoveUser", [Text], () => new(Remove(call.Caller, TextOf(call.Arguments[0])))),
            _ => ("ChangePassword", [Text, Text], () => ChangePasswordAsync(call.Caller, call.Arguments, cancellationToken)),
        };
        if (Expected.Refuse(call.Arguments, method.Inputs) is { } wrong)
            return wrong;
        var caller = call.Caller;
        var status = await StoredChange.RunAsync(method.Name, method.Change, Report).ConfigureAwait(false);
        return status.IsBad
            ? new CallMethodResult { StatusCode = status }
            : new CallMethodResult { InputArgumentResults = new StatusCode[call.Arguments.Length] };

        void Report(string text, StatusCode result) => server.Report(new UsersChanged(caller.Remote, text, caller, result));
    }

    private string Add(Variant[] inputs) =>
        users.Add(new ManagedUser(TextOf(inputs[0]), ConfigurationOf(inputs[2]), TextOf(inputs[3])), TextOf(inputs[1]));

    private string Modify(UaCaller caller, Variant[] inputs)
    {
        var name = TextOf(inputs[0]);
        UserConfiguration? configuration = inputs[3].Bits != 0 ? ConfigurationOf(inputs[4]) : null;
        if (name == caller.User && configuration is { } own && own.HasFlag(UserConfiguration.Disabled))
            throw new UaException(StatusCodes.BadInvalidSelfReference, $"'{name}' cannot disable itself; another administrator can.");
        return users.Modify(
            new UserModification(
                name,
                inputs[1].Bits != 0 ? TextOf(inputs[2]) : null,
                configuration,
                inputs[5].Bits != 0 ? TextOf(inputs[6]) : null
            )
        );
    }

    private string Remove(UaCaller caller, string name) =>
        name == caller.User
            ? throw new UaException(StatusCodes.BadInvalidSelfReference, $"'{name}' cannot remove itself; another administrator can.")
            : users.Remove(name);

    private ValueTask<string> ChangePasswordAsync(UaCaller caller, Variant[] inputs, CancellationToken cancellationToken) =>
        caller.User is null
            ? throw new UaException(StatusCodes.BadInvalidState, "an anonymous session has no password.")
            : users.ChangePassword(caller, TextOf(inputs[0]), TextOf(inputs[1]), cancellationToken);

    private static string TextOf(in Variant value) => value.Reference as string ?? "";

    private static UserConfiguration ConfigurationOf(in Variant value)
    {
        var bits = (uint)value.Bits;
        if ((bits & MustChangePassword) != 0 && (bits & (uint)UserConfiguration.NoChangeByUser) != 0)
            throw new UaException(StatusCodes.BadConfigurationError, "MustChangePassword and NoChangeByUser exclude each other.");
        return (bits & ~(uint)Supported) == 0
            ? (UserConfiguration)bits
            : throw new UaException(StatusCodes.BadNotSupported, "only NoDelete, Disabled and NoChangeByUser are supported.");
    }
}
