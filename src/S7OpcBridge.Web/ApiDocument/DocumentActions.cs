using S7OpcBridge.Web.Actions;

namespace S7OpcBridge.Web.ApiDocument;

/// <summary>The document of all actions, made by the first request for it.</summary>
/// <param name="view">The running bridge.</param>
/// <param name="all">All actions.</param>
internal sealed class DocumentActions(BridgeView view, Func<IReadOnlyList<WebAction>> all)
{
    private readonly Lazy<byte[]> _document = new(() => ApiDocumentWriter.Write(all(), view.Version));

    /// <summary>The actions.</summary>
    public IEnumerable<WebAction> List() => [new("openapi.json", "GET", Right.Reader, 0, ShowAsync)];

    private Task<ActionAnswer> ShowAsync(ActionCall call, CancellationToken cancellationToken)
    {
        var document = _document.Value;
        return Task.FromResult(
            new ActionAnswer(
                Microsoft.AspNetCore.Http.StatusCodes.Status200OK,
                OpcUa.StatusCodes.Good,
                "Shown.",
                response =>
                {
                    response.ContentType = "application/json; charset=utf-8";
                    return response.Body.WriteAsync(document, response.HttpContext.RequestAborted).AsTask();
                }
            )
        );
    }
}
