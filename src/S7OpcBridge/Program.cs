using S7OpcBridge;

HomeFolder.Ensure();
return await CommandLine.RunAsync(args, Console.Out, Console.Error, CancellationToken.None);
