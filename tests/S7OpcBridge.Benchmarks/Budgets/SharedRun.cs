using System.Runtime.CompilerServices;

namespace S7OpcBridge.Benchmarks;

/// <summary>A measurement that gives several figures: one run for all of them, and another one as soon as a figure is asked for again.</summary>
internal sealed class SharedRun<T>(Func<Task<T>> measure)
{
    private readonly HashSet<string> _taken = [];
    private Task<T>? _run;

    /// <summary>What the run has found.</summary>
    /// <param name="figure">Which figure wants it.</param>
    public Task<T> ForAsync([CallerMemberName] string figure = "")
    {
        if (!_taken.Add(figure))
        {
            _taken.Clear();
            _taken.Add(figure);
            _run = null;
        }
        return _run ??= measure();
    }
}
