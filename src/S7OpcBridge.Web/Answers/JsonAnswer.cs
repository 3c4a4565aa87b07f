using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;

namespace S7OpcBridge.Web.Answers;

/// <summary>Writes answers for the scripts of the pages.</summary>
internal static class JsonAnswer
{
    public static Task WriteAsync<T>(HttpResponse response, T answer, JsonTypeInfo<T> shape)
    {
        response.ContentType = "application/json; charset=utf-8";
        return JsonSerializer.SerializeAsync(response.Body, answer, shape, response.HttpContext.RequestAborted);
    }
}
