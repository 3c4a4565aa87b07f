using System.Net;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Bridge;

/// <summary>Something that a user did on the web page, or tried to.</summary>
/// <param name="User">The user.</param>
/// <param name="Remote">The browser's address.</param>
/// <param name="Name">The action, such as certificates/trust.</param>
/// <param name="Text">What was done, or why it was refused, as a sentence without secrets.</param>
/// <param name="Status">The outcome.</param>
public sealed record PageAction(string User, EndPoint? Remote, string Name, string Text, StatusCode Status);
