using System.Text;
using Microsoft.AspNetCore.Http;
using S7OpcBridge.Map;
using S7OpcBridge.Web.Answers;

namespace S7OpcBridge.Web.Tags;

/// <summary>All tags of the running bridge as a file, in the forms of <c>tags</c>; with the types that CPUs told.</summary>
internal static class TagDownload
{
    /// <summary>Below it stands the name of a form.</summary>
    public const string Root = "/api/tags/";

    private const int PieceLength = 32 * 1024;

    public static async Task SendAsync(HttpContext context, string name, BridgeView view)
    {
        var response = context.Response;
        if (TagListFormat.Find(name) is not { } format)
        {
            await PlainText.RefuseAsync(
                response,
                StatusCodes.Status404NotFound,
                $"There is no such form; use one of {string.Join(", ", TagListFormat.All.Select(form => form.Name))}."
            );
            return;
        }
        response.ContentType = format.ContentType;
        response.Headers.ContentDisposition = $"attachment; filename=tags-{format.Name}{format.Extension}";
        var text = new StringBuilder(PieceLength);
        foreach (var piece in format.Write(new TagList(view.Running().Server, view.Plcs.Map()) { Mqtt = view.Running().Mqtt }))
        {
            text.Append(piece);
            if (text.Length < PieceLength)
                continue;
            await response.WriteAsync(text.ToString(), context.RequestAborted);
            text.Clear();
        }
        await response.WriteAsync(text.ToString(), context.RequestAborted);
    }
}
