using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Audit;

/// <summary>Calls methods by <paramref name="inner"/> and logs each call with its arguments and result.</summary>
internal sealed class AuditedCalls(MethodHandler inner, AuditLog audit)
{
    /// <summary>See <see cref="MethodHandler"/>.</summary>
    public async ValueTask<Variant[]?> CallAsync(
        UaCaller caller,
        NodeId target,
        NodeId method,
        IReadOnlyList<Variant> arguments,
        CancellationToken cancellationToken
    )
    {
        var answer = "given up before the answer";
        try
        {
            var outputs = await inner(caller, target, method, arguments, cancellationToken).ConfigureAwait(false);
            answer = StatusCodes.NameOf(outputs is null ? StatusCodes.BadMethodInvalid : StatusCodes.Good);
            return outputs;
        }
        catch (UaException e)
        {
            answer = StatusCodes.NameOf(e.Status);
            throw;
        }
        finally
        {
            if (audit.IsOn)
                audit.Call(caller, method, arguments, answer);
        }
    }
}
