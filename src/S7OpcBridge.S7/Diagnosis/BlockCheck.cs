namespace S7OpcBridge.S7.Diagnosis;

/// <summary>
/// Distinguishes missing, optimised and too short blocks, for which S7 returns the same two codes (05, 0A). Reads the last byte that the map needs; if that
/// fails, the first byte, then the block information. Where the CPU provides none, a binary search finds the length.
/// </summary>
internal sealed class BlockCheck(SharedConnection link, ItemReader reader, S7Profile family)
{
    // LOGO! and S7-200 do not support block information, and a LOGO! closes the connection on unsupported requests.
    private bool _hasBlockInfo = family.SystemLists != S7SystemListPolicy.Never;

    public async Task<List<S7BlockState>> RunAsync(IReadOnlyList<(ushort Db, int Needed)> blocks, CancellationToken cancellationToken)
    {
        var last = await reader
            .ReadAsync([.. blocks.Select(block => ByteOf(block.Db, block.Needed - 1))], cancellationToken)
            .ConfigureAwait(false);
        var states = new List<S7BlockState>();
        for (var i = 0; i < blocks.Count; i++)
        {
            var (db, needed) = blocks[i];
            states.Add(
                last[i].IsRead
                    ? new S7BlockState(db, needed, needed, null)
                    {
                        Reported = await ReportedAsync(db, cancellationToken).ConfigureAwait(false),
                    }
                : last[i].Code is (ushort)S7ItemStatus.OutOfRange or (ushort)S7ItemStatus.ObjectMissing
                    ? await LookCloserAsync(db, needed, cancellationToken).ConfigureAwait(false)
                : new S7BlockState(db, needed, 0, ItemDiagnosis.Diagnose(last[i], family) with { Stage = S7Stage.Blocks })
            );
        }
        return states;
    }

    private async Task<S7BlockState> LookCloserAsync(ushort db, int needed, CancellationToken cancellationToken)
    {
        var first = await ReadAsync(db, 0, cancellationToken).ConfigureAwait(false);
        if (first.IsRead)
            return TooShort(db, needed, await LengthAsync(db, needed, cancellationToken).ConfigureAwait(false));
        // Where a family has no optimised blocks, the code is unambiguous.
        if (!Families.MayOptimise(family))
            return first.Code == (ushort)S7ItemStatus.OutOfRange ? TooShort(db, needed, 0) : Missing(db, needed);
        var (reported, info) = await DescribeAsync(db, cancellationToken).ConfigureAwait(false);
        if (reported && info is null)
            return Missing(db, needed);
        if (reported || first.Code == (ushort)S7ItemStatus.OutOfRange)
            return Fault(
                db,
                needed,
                S7Cause.BlockOptimised,
                $"DB{db} exists, but has optimised access and therefore no absolute addresses.",
                Remedies.Optimised(db)
            );
        return Fault(
            db,
            needed,
            S7Cause.BlockMissingOrOptimised,
            $"DB{db} does not exist in the CPU or has optimised access; this CPU does not report which (0A).",
            Remedies.Optimised(db) with
            {
                Fix =
                    $"Look for DB{db} in the project. It is missing or was never downloaded: {Remedies.Missing(db, family).Fix} It is there: "
                    + $"{Remedies.Optimised(db).Fix}",
            }
        );
    }

    /// <summary>The first byte exists and the last does not: searches for the end between them.</summary>
    private async Task<int> LengthAsync(ushort db, int needed, CancellationToken cancellationToken)
    {
        if (await DescribeAsync(db, cancellationToken).ConfigureAwait(false) is (true, { } info) && info.Length > 0 && info.Length < needed)
            return info.Length;
        var (there, beyond) = (0, needed - 1);
        while (beyond - there > 1)
        {
            var middle = (there + beyond) / 2;
            if ((await ReadAsync(db, middle, cancellationToken).ConfigureAwait(false)).IsRead)
                there = middle;
            else
                beyond = middle;
        }
        return beyond;
    }

    private async Task<int?> ReportedAsync(ushort db, CancellationToken cancellationToken) =>
        (await DescribeAsync(db, cancellationToken).ConfigureAwait(false)).Info?.Length;

    private async Task<(bool Reported, S7BlockInfo? Info)> DescribeAsync(ushort db, CancellationToken cancellationToken)
    {
        if (!_hasBlockInfo)
            return (false, null);
        try
        {
            return (
                true,
                await link.AskAsync(ask => ask.ReadBlockInfoAsync(S7BlockType.DB, db, cancellationToken), cancellationToken)
                    .ConfigureAwait(false)
            );
        }
        catch (S7RefusedException)
        {
            _hasBlockInfo = false;
            return (false, null);
        }
    }

    private async Task<S7ItemAnswer> ReadAsync(ushort db, int offset, CancellationToken cancellationToken) =>
        (await reader.ReadAsync([ByteOf(db, offset)], cancellationToken).ConfigureAwait(false))[0];

    private S7BlockState Missing(ushort db, int needed) =>
        Fault(db, needed, S7Cause.BlockMissing, $"DB{db} does not exist in the CPU.", Remedies.Missing(db, family));

    private S7BlockState TooShort(ushort db, int needed, int length) =>
        new(
            db,
            needed,
            length,
            new S7Diagnosis(
                S7Stage.Blocks,
                S7Cause.BlockTooShort,
                $"DB{db} is too short: it has {length} bytes, the map reads up to byte {needed - 1}.",
                Remedies.TooShort(db, family)
            )
        );

    private static S7BlockState Fault(ushort db, int needed, S7Cause cause, string sentence, S7Remedy remedy) =>
        new(db, needed, 0, new S7Diagnosis(S7Stage.Blocks, cause, sentence, remedy));

    private static S7Range ByteOf(ushort db, int offset) => new(S7Area.DataBlock, db, offset, 1);
}
