using S7OpcBridge.OpcUa.Server.Context;

namespace S7OpcBridge.OpcUa.Server.Roles;

/// <summary>
/// AddIdentity and RemoveIdentity of the role objects, AddRole and RemoveRole of the RoleSet (OPC 10000-18, 4.2 and 4.4), for a SecurityAdmin on an encrypted channel. The
/// roles are the well-known ones: others would grant nothing, because the map speaks of these alone.
/// </summary>
internal sealed class RoleMethods(ServerContext server, RoleManagement roles) : IDisposable
{
    /// <summary>AddRole and RemoveRole.</summary>
    public const uint AddRole = 16301, RemoveRole = 16304;

    private const uint AddIdentityOfType = 15624, RemoveIdentityOfType = 15626, AddRoleOfType = 15997, RemoveRoleOfType = 16000;

    private readonly SemaphoreSlim _turn = new(1);

    /// <summary>AddIdentity of each role object, in the order of <see cref="RoleTable.All"/>; RemoveIdentity has the id two behind it.</summary>
    public static readonly uint[] AddIdentity = [15648, 15660, 15672, 15684, 16041, 15696, 15720, 15708];

    /// <summary>True for a method that changes who has which role.</summary>
    public static bool Changes(NodeId method) => method is { Namespace: 0, Kind: NodeIdKind.Numeric } && KindOf(method.Numeric) != 0;

    /// <summary>Runs a method. Null: it is none of these.</summary>
    public async ValueTask<CallMethodResult?> TryCallAsync(UaCaller caller, CallMethodRequest request, CancellationToken cancellationToken)
    {
        if (!Changes(request.MethodId))
            return null;
        // The methods of the types may be called on the objects as well, and everybody sees types.
        if (!caller.IsEncrypted)
            return new CallMethodResult { StatusCode = StatusCodes.BadSecurityModeInsufficient };
        if (!caller.MayAudit)
            return new CallMethodResult { StatusCode = StatusCodes.BadUserAccessDenied };
        var expected = KindOf(request.MethodId.Numeric) == AddRole ? 2 : 1;
        if (request.InputArguments.Length != expected)
            return new CallMethodResult { StatusCode = request.InputArguments.Length < expected ? StatusCodes.BadArgumentsMissing : StatusCodes.BadTooManyArguments };
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            // Files take time.
            return await Task.Run(() => Run(caller, request), CancellationToken.None).ConfigureAwait(false);
        }
        finally
        {
            _turn.Release();
        }
    }

    public void Dispose() => _turn.Dispose();

    private CallMethodResult Run(UaCaller caller, CallMethodRequest request)
    {
        var kind = KindOf(request.MethodId.Numeric);
        var name = kind switch { AddRole => "AddRole", RemoveRole => "RemoveRole", AddIdentityOfType => "AddIdentity", _ => "RemoveIdentity" };
        try
        {
            var note = kind switch
            {
                AddRole => throw Refusal(request.InputArguments[0]),
                RemoveRole => throw Removal(request.InputArguments[0]),
                AddIdentityOfType => roles.AddIdentity(RoleOf(request.ObjectId), RuleOf(request.InputArguments[0])),
                _ => roles.RemoveIdentity(RoleOf(request.ObjectId), RuleOf(request.InputArguments[0])),
            };
            server.Report(new RoleMappingChanged(caller.Remote, $"{name}: {note}.", caller, StatusCodes.Good));
            return new CallMethodResult { InputArgumentResults = new StatusCode[request.InputArguments.Length] };
        }
        catch (UaException e)
        {
            server.Report(new RoleMappingChanged(caller.Remote, $"{name} was refused: {e.Message}", caller, e.Status));
            return new CallMethodResult { StatusCode = e.Status };
        }
    }

    private static UaException Refusal(in Variant name)
    {
        if (name is not { Type: BuiltInType.String, IsArray: false, Reference: string { Length: > 0 } role })
            return new UaException(StatusCodes.BadInvalidArgument, "A role has a name.");
        return Array.Exists(RoleTable.All, known => known.Name == role)
            ? new UaException(StatusCodes.BadAlreadyExists, $"The role '{role}' is there already.")
            : new UaException(StatusCodes.BadNotSupported, $"The role '{Printable.Of(role)}' would grant nothing: the map gives permissions to the well-known roles alone.");
    }

    private static UaException Removal(in Variant node) => node is { Type: BuiltInType.NodeId, Reference: NodeId id } && Find(id) is { } role
        ? new UaException(StatusCodes.BadRequestNotAllowed, $"The role '{role.Name}' is a well-known one and stays.")
        : new UaException(StatusCodes.BadNodeIdUnknown, "There is no such role.");

    private static WellKnownRoles RoleOf(NodeId node) => Find(node)?.Role
        ?? throw new UaException(StatusCodes.BadMethodInvalid, "The object is no role.");

    private static (WellKnownRoles Role, string Name)? Find(NodeId node)
    {
        foreach (var (role, name, id, _) in RoleTable.All)
        {
            if (node == id)
                return (role, name);
        }

        return null;
    }

    private static IdentityMappingRuleType RuleOf(in Variant rule) => rule is { IsArray: false, Reference: ExtensionObject { Body: IdentityMappingRuleType known } }
        ? known : throw new UaException(StatusCodes.BadInvalidArgument, "The argument is no IdentityMappingRuleType.");

    /// <summary>Which of the four methods it is, as the ids above; 0: none.</summary>
    private static uint KindOf(uint method) => method switch
    {
        AddRole or AddRoleOfType => AddRole,
        RemoveRole or RemoveRoleOfType => RemoveRole,
        AddIdentityOfType or RemoveIdentityOfType => method,
        _ when Array.IndexOf(AddIdentity, method) >= 0 => AddIdentityOfType,
        _ when Array.IndexOf(AddIdentity, method - 2) >= 0 => RemoveIdentityOfType,
        _ => 0,
    };
}
