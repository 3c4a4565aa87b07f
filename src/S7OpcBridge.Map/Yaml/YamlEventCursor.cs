using System.Runtime.ExceptionServices;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace S7OpcBridge.Map.Yaml;

/// <summary>Steps through the events of a parser and can look ahead into the mapping at the cursor.</summary>
internal sealed class YamlEventCursor(IParser source)
{
    /// <summary>
    /// Events from the cursor on that were already taken from the parser; the last one is the parser's current event. Empty: only that event.
    /// </summary>
    private readonly List<ParsingEvent> _ahead = [];

    private int _at;
    private ExceptionDispatchInfo? _broken;

    public ParsingEvent? Current => _ahead.Count > 0 ? _ahead[_at] : source.Current;

    /// <summary>Steps to the next event.</summary>
    /// <exception cref="YamlException">The file is not valid YAML from here on.</exception>
    public bool MoveNext()
    {
        if (_ahead.Count == 0)
        {
            _broken?.Throw();
            return source.MoveNext();
        }
        if (++_at >= _ahead.Count - 1)
        {
            _ahead.Clear();
            _at = 0;
        }
        return true;
    }

    /// <summary>Finds keys in the mapping at the cursor without moving it.</summary>
    /// <param name="words">The keys in order of precedence.</param>
    /// <param name="stop">A key at which the search ends; returned where none of the others was found.</param>
    /// <param name="any">True: return the first key that is found, whatever its precedence.</param>
    /// <returns>The found key with the highest precedence; null: none.</returns>
    public Scalar? FindKey(ReadOnlySpan<string> words, string? stop, bool any = false)
    {
        Scalar? found = null;
        if (Current is not MappingStart)
            return found;
        if (_ahead.Count == 0)
            _ahead.Add(source.Current!);
        var depth = 1;
        var isKey = true;
        for (var i = _at + 1; i < _ahead.Count || ReadAhead(); i++)
        {
            var next = _ahead[i];
            if (depth == 1 && isKey && next is Scalar key)
            {
                if (key.Value == stop)
                {
                    found ??= key;
                    break;
                }
                if (words.IndexOf(key.Value) is var rank and >= 0)
                {
                    found = key;
                    words = any ? [] : words[..rank];
                }
            }
            depth += next.NestingIncrease;
            if (depth == 0 || words.IsEmpty)
                break;
            // On the first level keys and values alternate.
            if (depth == 1)
                isKey = !isKey;
        }
        if (_ahead.Count == 1)
            _ahead.Clear();
        return found;
    }

    /// <summary>The text that a key of the mapping at the cursor has; null: it has none, or another value.</summary>
    public string? TextOf(string key)
    {
        if (FindKey([key], stop: null) is not { } found)
            return null;
        var value = _ahead.FindIndex(next => ReferenceEquals(next, found)) + 1;
        return value < _ahead.Count || ReadAhead() ? (_ahead[value] as Scalar)?.Value : null;
    }

    /// <summary>The first key of the mapping at the cursor; null: there is no mapping, or its key is not plain text.</summary>
    public string? FirstKey
    {
        get
        {
            if (Current is not MappingStart)
                return null;
            if (_ahead.Count == 0)
                _ahead.Add(source.Current!);
            var first = _at + 1 < _ahead.Count || ReadAhead() ? _ahead[_at + 1] as Scalar : null;
            if (_ahead.Count == 1)
                _ahead.Clear();
            return first?.Value;
        }
    }

    // A syntax error is reported only when the reader reaches it.
    private bool ReadAhead()
    {
        try
        {
            if (_broken is not null || !source.MoveNext())
                return false;
            _ahead.Add(source.Current!);
            return true;
        }
        catch (Exception error) when (error is YamlException or InvalidOperationException)
        {
            _broken = ExceptionDispatchInfo.Capture(error);
            return false;
        }
    }
}
