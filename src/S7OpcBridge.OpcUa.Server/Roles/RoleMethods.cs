using S7OpcBridge.OpcUa.Server.Context;

namespace S7OpcBridge.OpcUa.Server.Roles;

/// <summary>
/// The methods of RoleSet and of the role objects, and writes of their ApplicationsExclude and EndpointsExclude (OPC 10000-18, 4.2 and 4.4), for a
/// SecurityAdmin on an encrypted channel. One call at a time; a change is in effect before the answer.
/// </summary>
internal sealed class RoleMethods(ServerContext server, RoleManagement roles)
{
    private const string Standard = "http://opcfoundation.org/UA/";

    private readonly SemaphoreSlim _turn = new(1);
    private readonly RoleSettings _settings = new(server.Options.RoleDirectory, roles);

    /// <summary>True for a method that changes who has which role.</summary>
    public static bool Changes(NodeId method) => RoleMethodIds.KindOf(method) != RoleMethod.None;

    /// <summary>True for ApplicationsExclude and EndpointsExclude of a role, which are written.</summary>
    public static bool IsExclude(NodeId node) => RoleMethodIds.ExcludeOf(node) is not null;

    /// <summary>Runs a method; null: it is another one.</summary>
    public async ValueTask<CallMethodResult?> TryCallAsync(UaCaller caller, CallMethodRequest request, CancellationToken cancellationToken)
    {
        var method = RoleMethodIds.KindOf(request.MethodId);
        if (method == RoleMethod.None)
            return null;
        // The methods of the types may be called on the objects as well, and every session may browse types.
        if (!caller.IsEncrypted)
            return new CallMethodResult { StatusCode = StatusCodes.BadSecurityModeInsufficient };
        if (!caller.MayAudit)
            return new CallMethodResult { StatusCode = StatusCodes.BadUserAccessDenied };
        var expected = method == RoleMethod.AddRole ? 2 : 1;
        if (request.InputArguments.Length != expected)
            return new CallMethodResult
            {
                StatusCode = request.InputArguments.Length < expected ? StatusCodes.BadArgumentsMissing : StatusCodes.BadTooManyArguments,
            };
        Variant[] outputs = [];
        var status = await DoAsync(caller, method.ToString(), () => Run(caller, method, request, out outputs), cancellationToken).ConfigureAwait(false);
        return status.IsBad
            ? new CallMethodResult { StatusCode = status }
            : new CallMethodResult { InputArgumentResults = new StatusCode[expected], OutputArguments = outputs };
    }

    /// <summary>Writes ApplicationsExclude or EndpointsExclude of a role (<see cref="IsExclude"/>). Permissions have been checked.</summary>
    public async ValueTask<StatusCode> WriteAsync(UaCaller caller, NodeId node, Variant value, bool hasRange, CancellationToken cancellationToken)
    {
        if (hasRange)
            return StatusCodes.BadIndexRangeNoData;
        if (value is not { Type: BuiltInType.Boolean, IsArray: false })
            return StatusCodes.BadTypeMismatch;
        var (role, isOfApplications) = RoleMethodIds.ExcludeOf(node)!.Value;
        var excludes = value.Bits != 0;
        return await DoAsync(
                caller,
                isOfApplications ? "ApplicationsExclude" : "EndpointsExclude",
                () => _settings.Exclude(caller, role, isOfApplications, excludes),
                cancellationToken
            )
            .ConfigureAwait(false);
    }

    private async Task<StatusCode> DoAsync(UaCaller caller, string name, Func<string> change, CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            // The change writes files.
            var note = await Task.Run(change, CancellationToken.None).ConfigureAwait(false);
            server.Report(new RoleMappingChanged(caller.Remote, $"{name}: {note}.", caller, StatusCodes.Good));
            return StatusCodes.Good;
        }
        catch (Exception e) when (StoreTrouble.RefusalOf(e) is { } refused)
        {
            server.Report(new RoleMappingChanged(caller.Remote, $"{name} was refused: {refused.Message}", caller, refused.Status));
            return refused.Status;
        }
        finally
        {
            _turn.Release();
        }
    }

    private string Run(UaCaller caller, RoleMethod method, CallMethodRequest request, out Variant[] outputs)
    {
        outputs = [];
        var argument = request.InputArguments[0];
        switch (method)
        {
            case RoleMethod.AddRole:
                var added = _settings.Add(
                    argument,
                    request.InputArguments[1],
                    [Standard, server.Options.ApplicationUri, .. server.Options.Namespaces],
                    out var note
                );
                outputs = [Variant.Of(added)];
                return note;
            case RoleMethod.RemoveRole:
                return _settings.Remove(argument);
            case RoleMethod.AddIdentity or RoleMethod.RemoveIdentity:
                return _settings.Map(caller, RoleOf(request.ObjectId), argument, method == RoleMethod.AddIdentity);
            case RoleMethod.AddApplication or RoleMethod.RemoveApplication:
                return _settings.Application(caller, RoleOf(request.ObjectId), argument, method == RoleMethod.AddApplication);
            default:
                return _settings.Endpoint(caller, RoleOf(request.ObjectId), argument, method == RoleMethod.AddEndpoint);
        }
    }

    private string RoleOf(NodeId node) => _settings.Find(node) ?? throw new UaException(StatusCodes.BadMethodInvalid, "The object is no role.");
}
