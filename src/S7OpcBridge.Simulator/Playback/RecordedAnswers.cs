namespace S7OpcBridge.Simulator.Playback;

/// <summary>Recorded answers by request. Filled once, then only read.</summary>
/// <typeparam name="T">An answer.</typeparam>
internal sealed class RecordedAnswers<T>
    where T : class
{
    private readonly Dictionary<string, List<(int Connection, T Answer)>> _answers = [];

    /// <summary>Number of different requests.</summary>
    public int Count => _answers.Count;

    /// <summary>Adds the answer to a request behind those to equal ones.</summary>
    /// <param name="connection">The connection on which it was recorded; they ascend.</param>
    public void Add(string request, int connection, T answer)
    {
        if (!_answers.TryGetValue(request, out var answers))
            _answers[request] = answers = [];
        answers.Add((connection, answer));
    }

    /// <summary>Begins to play for a new connection, with what was recorded from a connection on.</summary>
    public InTurn Play(int connection) => new(this, connection);

    /// <summary>What one connection has heard so far. Used by one thread at a time.</summary>
    internal sealed class InTurn(RecordedAnswers<T> all, int connection)
    {
        private readonly Dictionary<string, int> _next = [];

        /// <summary>The next answer to a request; after the last one this again. Null: the request was never recorded.</summary>
        /// <param name="isFirst">True when this recorded answer is given for the first time.</param>
        public T? Next(string request, out bool isFirst)
        {
            isFirst = false;
            if (!all._answers.TryGetValue(request, out var answers))
                return null;
            if (!_next.TryGetValue(request, out var next))
            {
                // More connections than were recorded begin where the last of them did.
                var first = Math.Min(connection, answers[^1].Connection);
                next = answers.FindIndex(each => each.Connection >= first);
            }

            isFirst = next < answers.Count;
            _next[request] = next + (isFirst ? 1 : 0);
            return answers[Math.Min(next, answers.Count - 1)].Answer;
        }
    }
}
