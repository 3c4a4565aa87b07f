using S7OpcBridge.IsoOnTcp;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Jobs;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus;

/// <summary>
/// An exchange with a PLC by S7CommPlus that can be repeated any number of times. It owns its request, answer and awaitable, so that sending allocates nothing.
/// Used by one caller at a time, who awaits the returned task once. Its times are those of the connection's <see cref="AnswerClock"/>.
/// </summary>
public abstract class S7PlusJob : PlcJob
{
    private protected S7PlusJob(RequestBody? body) => Body = body!;

    /// <summary>The request.</summary>
    internal RequestBody Body { get; private protected set; }

    /// <summary>Sequence number of the present sending.</summary>
    internal ushort Sequence { get; set; }

    /// <summary>Integrity id of the present sending, where it has one.</summary>
    internal uint Integrity { get; set; }

    internal override bool IsWrite => IntegrityCounters.IsSet(Body.Function);

    /// <summary>False for a request that the PLC does not answer: it completes when it is sent.</summary>
    internal bool WantsAnswer => Body.Flags != TransportFlags.NoAnswer;

    internal bool WasRefused => Failure is S7PlusRefusedException;

    /// <summary>Receives the answer. The caller is not resumed yet; see <see cref="PlcJob.Complete"/>.</summary>
    /// <exception cref="S7PlusProtocolException">The answer does not match this request.</exception>
    internal void Accept(in AnswerHead head, ref PlusReader from)
    {
        try
        {
            if (head.Function is PlusFunction.Error or PlusFunction.Error2)
                Refuse(new S7PlusReturnValue(from.Vlq64()));
            else if (head.Function != Body.Function)
                throw new S7PlusProtocolException($"Broken answer: function {head.Function} answers a {Body.Function}.");
            else
                TakeAnswer(ref from);
        }
        catch (S7PlusProtocolException e)
        {
            Forget();
            Failure = e;
            throw;
        }
    }

    /// <summary>Sets a refusal as the result of a complete answer.</summary>
    private protected void Refuse(S7PlusReturnValue code) =>
        Failure = new S7PlusRefusedException($"The PLC refused the request ({Body.Function}): {ReturnCodes.Describe(code)}", code);

    private protected abstract void TakeAnswer(ref PlusReader from);
}
