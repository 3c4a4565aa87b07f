using System.Runtime.CompilerServices;
using S7OpcBridge.Core.Context;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>Asks a CPU what its data blocks look like, and compares that with what is remembered.</summary>
internal static class BlockLayouts
{
    /// <summary>Compares on a new connection before anything is read: a download mostly cuts the connection, and what comes after it may be another program.</summary>
    public static async Task CompareAsync(LayoutWatch known, S7Connection connection, ushort[] blocks, CancellationToken cancellationToken)
    {
        known.NoteUnanswered();
        var question = new S7BlockLayoutJob(connection.PduSize);
        try
        {
            foreach (var block in blocks)
            {
                if (known.Knows(block) && known.MayAsk(block, isThere: false))
                    await CheckAsync(known, connection, question, block, cancellationToken).ConfigureAwait(false);
            }
        }
        catch (S7RefusedException)
        {
            // The watch lane will say so.
        }
    }

    /// <summary>Asks for a block and compares. True: something is different from what was known before.</summary>
    /// <exception cref="S7RefusedException">The CPU does not tell.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public static async ValueTask<bool> CheckAsync(LayoutWatch known, S7Connection connection, S7BlockLayoutJob question, ushort block, CancellationToken cancellationToken)
    {
        var before = known.Drifted;
        question.Ask(block);
        var generation = known.Ask(block);
        try
        {
            await connection.AskAsync(question, cancellationToken).ConfigureAwait(false);
        }
        catch (S7RefusedException)
        {
            known.Answered(block);
            throw;
        }
        catch (OperationCanceledException)
        {
            known.TakeBack();
            throw;
        }
        known.Answered(block);
        // A block that is gone is told by every read of its tags.
        if (question.Layout is { } layout)
            known.Take(block, layout, generation);
        return !ReferenceEquals(before, known.Drifted);
    }
}
