using System.Collections.Concurrent;

namespace S7OpcBridge.Web.Actions;

/// <summary>Lets one change of a kind run at a time, or a few of each user where they wait for PLCs. Any thread.</summary>
internal sealed class ActionTurns
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly ConcurrentDictionary<string, SemaphoreSlim> _kinds = new();
    private readonly ConcurrentDictionary<string, UserShares> _shares = new();

    /// <summary>Runs it in its turn; null: others took too long.</summary>
    public async Task<ActionAnswer?> RunAsync(WebAction action, ActionCall call, CancellationToken cancellationToken)
    {
        if (!action.IsChange)
            return await action.RunAsync(call, cancellationToken);
        if (action.AtOnceOfUser > 0)
            return await _shares
                .GetOrAdd(action.Kind, static _ => new UserShares())
                .RunAsync(call.Visitor!.User.Name, action.AtOnceOfUser, () => action.RunAsync(call, cancellationToken));
        var turn = _kinds.GetOrAdd(action.Kind, static _ => new SemaphoreSlim(1));
        if (!await turn.WaitAsync(Patience, cancellationToken))
            return null;
        try
        {
            return await action.RunAsync(call, cancellationToken);
        }
        finally
        {
            turn.Release();
        }
    }
}
