using S7OpcBridge.S7.Services;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7;

/// <summary>A question of a userdata service and the parts of its answer.</summary>
/// <param name="connection">Where it is asked.</param>
/// <param name="group">Function group.</param>
/// <param name="function">Function.</param>
internal sealed class UserdataExchange(S7Connection connection, UserdataGroup group, byte function)
{
    /// <summary>True: parts are asked for with the reference of the first question, as WinCC and STEP 7 do with lists of alarms.</summary>
    public bool KeepsReference { get; init; }

    /// <summary>Asks and puts the parts of the answer together.</summary>
    /// <param name="request">Data of the question; empty: none.</param>
    /// <param name="longest">Most bytes of the answer.</param>
    /// <param name="cancellationToken">Checked between the parts.</param>
    /// <exception cref="S7RefusedException">The CPU refuses.</exception>
    /// <exception cref="S7ProtocolException">The answer does not end.</exception>
    public async Task<byte[]> AskForDataAsync(byte[] request, int longest, CancellationToken cancellationToken)
    {
        var job = await AskAsync(request, cancellationToken).ConfigureAwait(false);
        CheckStatus(job);
        if (!job.Answer.More)
            return job.Payload;

        var whole = new MemoryStream();
        whole.Write(job.Payload);
        while (job.Answer.More)
        {
            var asked = new UserdataParameters(UserdataParameters.Request, group, function, job.Answer.Sequence, job.Answer.DataUnit);
            job = await AskAsync(asked, [], KeepsReference ? job.Reference : (ushort)0, cancellationToken).ConfigureAwait(false);
            CheckStatus(job);
            if (job.Payload.Length == 0 || whole.Length + job.Payload.Length > longest)
                throw new S7ProtocolException(
                    $"A userdata answer in parts does not end: {whole.Length} bytes came, the last part has {job.Payload.Length}."
                );
            whole.Write(job.Payload);
        }
        return whole.ToArray();
    }

    /// <summary>Asks and returns the first part of the answer, whatever the return code of its data.</summary>
    /// <exception cref="S7RefusedException">The CPU refuses in the parameters.</exception>
    public Task<UserdataJob> AskAsync(byte[] request, CancellationToken cancellationToken) =>
        AskAsync(new UserdataParameters(UserdataParameters.Request, group, function, 0), request, 0, cancellationToken);

    private async Task<UserdataJob> AskAsync(UserdataParameters asked, byte[] data, ushort reference, CancellationToken cancellationToken)
    {
        var job = new UserdataJob(asked, data, connection.PduSize) { WantedReference = reference };
        await connection.SubmitAsync(job, cancellationToken).ConfigureAwait(false);
        if (job.Answer.Error != 0)
            throw UserdataFrame.RefusalOf(job.Answer, job.Status)!;
        return job;
    }

    private static void CheckStatus(UserdataJob job)
    {
        if (UserdataFrame.RefusalOf(job.Answer, job.Status) is { } refusal)
            throw refusal;
    }
}
