using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using S7OpcBridge.S7Plus.Jobs;
using S7OpcBridge.S7Plus.Messages;

namespace S7OpcBridge.S7Plus.Browsing;

/// <summary>
/// Compares the list of blocks in the CPU with the one that was read. As long as the answers are what they were when nothing had changed, nothing is decoded
/// and nothing allocated. Used by one caller at a time.
/// </summary>
internal sealed class BlockListWatch(S7PlusConnection connection, ImmutableArray<S7PlusBlock> blocks)
{
    private readonly DigestJob[] _jobs =
    [
        new(BlockList.Request()),
        .. blocks
            .Where(block => block.Number is not null)
            .Select(BlockList.TypeOf)
            .Chunk(connection.Limits.ItemsPerRead)
            .Select(few => new DigestJob(GetMultiVariables.Request(few))),
        .. blocks.Where(block => block is { Number: null, Modified: not 0 }).Select(table => new DigestJob(BlockList.TimeOf(table))),
    ];

    private byte[][]? _unchanged;

    /// <summary>
    /// Names of blocks that were added, removed or have another interface, and of tables of PLC tags that were changed; empty where the program is unchanged.
    /// </summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<ImmutableArray<string>> FindChangesAsync(CancellationToken cancellationToken)
    {
        foreach (var job in _jobs)
            await connection.SubmitAsync(job, cancellationToken).ConfigureAwait(false);
        if (IsUnchanged())
            return [];
        var digests = Array.ConvertAll(_jobs, static job => job.Digest.ToArray());
        var changes = Compare(await BlockList.ReadAsync(connection, cancellationToken).ConfigureAwait(false));
        _unchanged = changes.IsEmpty ? digests : null;
        return changes;
    }

    private bool IsUnchanged()
    {
        if (_unchanged is not { } known)
            return false;
        for (var i = 0; i < known.Length; i++)
        {
            if (!_jobs[i].Digest.SequenceEqual(known[i]))
                return false;
        }
        return true;
    }

    private ImmutableArray<string> Compare(ImmutableArray<S7PlusBlock> fresh)
    {
        var now = fresh.ToDictionary(block => block.Rid);
        var before = blocks.ToDictionary(block => block.Rid);
        return
        [
            .. before
                .Values.Where(block => !now.TryGetValue(block.Rid, out var other) || other != block)
                .Select(block => block.Name)
                .Concat(now.Values.Where(block => !before.ContainsKey(block.Rid)).Select(block => block.Name))
                .Distinct(),
        ];
    }
}
