using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Web.Answers;
using HttpStatus = Microsoft.AspNetCore.Http.StatusCodes;
using UaStatus = S7OpcBridge.OpcUa.StatusCodes;

namespace S7OpcBridge.Web.Actions;

/// <summary>The answer to an action.</summary>
/// <param name="Http">Status of HTTP.</param>
/// <param name="Outcome">The same for the audit.</param>
/// <param name="Sentence">The same for people.</param>
/// <param name="WriteAsync">Writes it.</param>
internal sealed record ActionAnswer(int Http, StatusCode Outcome, string Sentence, Func<HttpResponse, Task> WriteAsync)
{
    /// <summary>Others took too long.</summary>
    public static ActionAnswer Busy { get; } =
        Refuse(HttpStatus.Status503ServiceUnavailable, UaStatus.BadTimeout, "Others are at the same; try again in a moment.");

    /// <summary>A refusal, as text.</summary>
    public static ActionAnswer Refuse(int http, StatusCode outcome, string sentence) =>
        new(http, outcome, sentence, response => PlainText.WriteAsync(response, sentence + "\n"));

    /// <summary>An object.</summary>
    public static ActionAnswer Give<T>(T answer, JsonTypeInfo<T> shape, string sentence) =>
        new(HttpStatus.Status200OK, UaStatus.Good, sentence, response => JsonAnswer.WriteAsync(response, answer, shape));

    /// <summary>What came of a command.</summary>
    public static ActionAnswer From(CommandOutcome outcome) =>
        outcome.Status.IsGood
            ? Give(new Done(outcome.Sentence), ActionJson.Default.Done, outcome.Sentence)
            : Refuse(HttpOf(outcome.Status), outcome.Status, outcome.Sentence);

    private static int HttpOf(StatusCode status) =>
        status.Value switch
        {
            UaStatus.BadNotFound => HttpStatus.Status404NotFound,
            UaStatus.BadUserAccessDenied or UaStatus.BadSecurityModeInsufficient => HttpStatus.Status403Forbidden,
            _ => HttpStatus.Status409Conflict,
        };
}

/// <summary>It was done.</summary>
/// <param name="Message">What, as a sentence.</param>
internal sealed record Done(string Message);
