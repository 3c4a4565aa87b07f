using System.Net;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Server;

/// <summary>The keys of <c>web</c>.</summary>
internal static class WebKeys
{
    public static readonly KeyTable<RawWeb> Health = new(
        "health address",
        new(
            "listen",
            KeyShape.Text,
            "Where /livez and /readyz are served without a login, such as " + "http://0.0.0.0:8081.",
            static (yaml, web) => ReadHealth(yaml, web)
        ),
        new(
            "metrics",
            KeyShape.Bool,
            "true: /metrics is served there, too, without a login. Default false.",
            static (yaml, web) => web.Settings = web.Settings with { HealthMetrics = yaml.Bool() ?? false }
        )
    );

    public static readonly KeyTable<RawWeb> Table = new(
        "web",
        new(
            "listen",
            KeyShape.Texts,
            $"Where health, metrics and the status page are served: one URL or several. Default {WebSettings.DefaultListen}: this "
                + "machine only.",
            ReadListen
        ),
        new(
            "health",
            KeyShape.Any(KeyShape.Text, KeyShape.Ref("health")),
            "A second address for health alone, without a login, such as http://0.0.0.0:8081; "
                + "or a mapping with 'listen' and 'metrics'.",
            static (yaml, web) =>
            {
                if (yaml.AtMapping)
                    Health.Read(yaml, web);
                else
                    ReadHealth(yaml, web);
            }
        ),
        new(
            "certificate",
            KeyShape.Text,
            "Certificate for https, a PEM file with its chain; it is read again when it changes. Or own: the "
                + "certificate of the OPC UA server.",
            static (yaml, web) =>
            {
                web.CertificateSpot = yaml.Spot;
                if (yaml.Text("the path of a PEM file, or own") is { } path)
                    web.Settings =
                        path == WebSettings.OwnCertificate
                            ? web.Settings with
                            {
                                UsesOwnCertificate = true,
                            }
                            : web.Settings with
                            {
                                Certificate = yaml.File.Resolve(path),
                            };
            }
        ),
        new(
            "key",
            KeyShape.Text,
            "Private key of the certificate, a PEM file. Default: in the file of the certificate.",
            static (yaml, web) =>
            {
                if (yaml.Text("the path of a PEM file") is { } path)
                    web.Settings = web.Settings with { Key = yaml.File.Resolve(path) };
            }
        ),
        new(
            "edit",
            KeyShape.Bool,
            "false: nothing can be changed through the page, whoever has logged in. Default: what the file system permits.",
            static (yaml, web) => web.Settings = web.Settings with { Edit = yaml.Bool() ?? web.Settings.Edit }
        )
    );

    /// <summary>Reads the value of <c>web</c>: false, or a mapping.</summary>
    public static void Read(YamlReader yaml, RawWeb web)
    {
        web.Settings = web.Settings with { IsAskedFor = true };
        if (yaml.Peek is "true" or "false" && yaml.Bool() is { } isOn)
            web.Settings = web.Settings with { IsOn = isOn };
        else
            Table.Read(yaml, web);
    }

    private static void ReadListen(YamlReader yaml, RawWeb web)
    {
        var spot = web.ListenSpot = yaml.Spot;
        Uri[] urls = [.. yaml.Texts().Select(text => UrlOf(text, yaml, spot)).OfType<Uri>()];
        if (urls.Length > 0)
            web.Settings = web.Settings with { Listen = urls };
    }

    private static void ReadHealth(YamlReader yaml, RawWeb web)
    {
        var spot = web.HealthSpot = yaml.Spot;
        if (yaml.Text("a URL such as http://0.0.0.0:8081") is { } text && UrlOf(text, yaml, spot) is { } url)
            web.Settings = web.Settings with { Health = url };
    }

    private static Uri? UrlOf(string text, YamlReader yaml, SourceLocation spot)
    {
        if (
            Uri.TryCreate(text, UriKind.Absolute, out var url)
            && url.Scheme is "http" or "https"
            && url.Port is > 0 and < 65536
            && url.PathAndQuery == "/"
            && url.UserInfo.Length == 0
            && (url.Host == "localhost" || IPAddress.TryParse(url.Host.Trim('[', ']'), out _))
        )
            return url;
        yaml.Findings.Error(
            spot,
            $"'{text}' is not an address to listen on; write http:// or https://, an IP address of this machine, 0.0.0.0 (all of them) "
                + $"or localhost, and a port: {WebSettings.DefaultListen}"
        );
        return null;
    }
}

/// <summary>The section <c>web</c> as written, with locations.</summary>
internal sealed class RawWeb
{
    public WebSettings Settings { get; set; } = new();

    public SourceLocation ListenSpot { get; set; }

    public SourceLocation HealthSpot { get; set; }

    public SourceLocation CertificateSpot { get; set; }
}
