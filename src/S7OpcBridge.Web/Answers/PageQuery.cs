using System.Globalization;
using Microsoft.AspNetCore.Http;

namespace S7OpcBridge.Web.Answers;

/// <summary>The query parameters of a request.</summary>
internal sealed class PageQuery(IQueryCollection query)
{
    private const int LongestText = 300;

    /// <summary>A text; empty: not given.</summary>
    /// <exception cref="PageQueryException">It is longer than any name.</exception>
    public string Text(string name)
    {
        var text = query[name].ToString();
        return text.Length <= LongestText ? text : throw new PageQueryException($"'{name}' is longer than {LongestText} characters.");
    }

    /// <summary>A whole number.</summary>
    /// <exception cref="PageQueryException">It is not a number, or out of range.</exception>
    public int Number(string name, int low, int high, int otherwise) =>
        query[name].ToString() switch
        {
            "" => otherwise,
            var text
                when int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
                    && number >= low
                    && number <= high => number,
            _ => throw new PageQueryException($"'{name}' is a number from {low} to {high}."),
        };

    /// <summary>Whole numbers separated by commas.</summary>
    /// <exception cref="PageQueryException">There are too many, or one is not a number.</exception>
    public int[] Numbers(string name, int most)
    {
        var texts = query[name].ToString().Split(',', most + 1, StringSplitOptions.RemoveEmptyEntries);
        if (texts.Length > most)
            throw new PageQueryException($"'{name}' has more than {most} numbers.");
        return Array.ConvertAll(
            texts,
            text =>
                int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
                    ? number
                    : throw new PageQueryException($"'{name}' is a list of numbers with commas between them.")
        );
    }
}

/// <summary>The request is invalid; the message says what is allowed.</summary>
internal sealed class PageQueryException(string message) : Exception(message);
