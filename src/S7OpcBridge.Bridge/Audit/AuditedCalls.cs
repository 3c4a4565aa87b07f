using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Audit;

/// <summary>
/// Calls methods by <paramref name="inner"/> and logs each call with its result, and with its arguments where the method is one of inner's: those of an unknown
/// method may be secret.
/// </summary>
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
        var (answer, isKnown) = ("given up before the answer", true);
        try
        {
            var outputs = await inner(caller, target, method, arguments, cancellationToken).ConfigureAwait(false);
            isKnown = outputs is not null;
            answer = StatusCodes.NameOf(isKnown ? StatusCodes.Good : StatusCodes.BadMethodInvalid);
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
                audit.Call(caller, method, isKnown ? arguments : [], answer);
        }
    }
}
