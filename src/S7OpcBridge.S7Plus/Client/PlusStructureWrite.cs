using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Client;

/// <summary>Writes structures. The CPU accepts them only with the time stamp of their type, which a read returns.</summary>
internal static class PlusStructureWrite
{
    public static async ValueTask RunAsync(S7PlusConnection connection, S7PlusWriteJob job, CancellationToken cancellationToken)
    {
        var structures = Enumerable.Range(0, job.Count).Where(job.NeedsTimeStamp).ToArray();
        var addresses = structures.Select(item => job.ItemOf(item).Address).ToArray();
        var answers = await connection
            .AskAsync(
                GetMultiVariables.Request(addresses),
                (ref from) => GetMultiVariables.ReadAnswer(ref from, addresses.Length),
                cancellationToken
            )
            .ConfigureAwait(false);
        var read = new PlusValue?[job.Count];
        for (var i = 0; i < structures.Length; i++)
            read[structures[i]] = answers.Values[i];
        job.Build(read);
        await connection.SubmitAsync(job, cancellationToken).ConfigureAwait(false);
    }
}
