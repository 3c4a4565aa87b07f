using System.Runtime.CompilerServices;
using S7OpcBridge.Core.Context;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>Asks a CPU for the layouts of its data blocks and compares them with the remembered ones.</summary>
internal static class BlockLayouts
{
    /// <summary>
    /// Compares the remembered layouts on a new connection, before anything is read: a program download usually breaks the connection, and the blocks may
    /// differ afterwards.
    /// </summary>
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
            // The watch lane reports the refusal later.
        }
    }

    /// <summary>Asks for the layout of one block and compares it with the remembered one. Returns true where the two differ.</summary>
    /// <exception cref="S7RefusedException">The CPU does not support the query.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public static async ValueTask<bool> CheckAsync(
        LayoutWatch known,
        S7Connection connection,
        S7BlockLayoutJob question,
        ushort block,
        CancellationToken cancellationToken
    )
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
        // A deleted block needs no report here: every read of its tags reports it.
        if (question.Layout is { } layout)
            known.Compare(block, layout, generation);
        return !ReferenceEquals(before, known.Drifted);
    }
}
