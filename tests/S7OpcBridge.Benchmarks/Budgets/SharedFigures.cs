namespace S7OpcBridge.Benchmarks;

/// <summary>A measurement that several budgets take their figures from. It is taken again when a budget asks for a second time.</summary>
internal sealed class SharedFigures<T>(Func<Task<T>> measure)
{
    private readonly HashSet<string> _asked = [];
    private Task<T>? _taken;

    /// <param name="budget">Who asks.</param>
    public Task<T> ForAsync(string budget)
    {
        if (_taken is not null && _asked.Add(budget))
            return _taken;
        _asked.Clear();
        _asked.Add(budget);
        return _taken = measure();
    }
}
