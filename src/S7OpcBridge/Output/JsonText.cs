using System.Text.Encodings.Web;
using System.Text.Json;

namespace S7OpcBridge.Output;

/// <summary>JSON as commands print it and as bridge and commands exchange it.</summary>
internal static class JsonText
{
    /// <summary>Makes the options for a context of generated shapes. Nothing is found by reflection: the native build has none of it.</summary>
    public static JsonSerializerOptions NewOptions() =>
        new(JsonSerializerDefaults.Web)
        {
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
            // A message without a required property comes from another program or another version; it is rejected here instead of failing later.
            RespectNullableAnnotations = true,
            RespectRequiredConstructorParameters = true,
        };
}
